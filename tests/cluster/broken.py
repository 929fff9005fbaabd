#!/usr/bin/env python3
"""The checker on logs that are broken on purpose: it must find each fault by its name, and none in what is sound. Usage: broken.py"""
import copy, json, pathlib, tempfile

import check

TABLE = "k4x8mrb2nt"


def step(number, seat, cards):
    """A card that came to a hand, as somebody was told who sees it so."""
    hand = {"place": "hand", "owner": seat}
    return {"entry": number, "at": 1000 + number, "kind": "step",
            "events": [{"kind": "move", "seat": seat, "from": {"place": "deck", "owner": None}, "to": hand, "cards": cards}]}


def said(number, seat, text):
    return {"entry": number, "at": 1000 + number, "kind": "said", "seat": seat, "text": text}


def told(you):
    """Six entries: each seat gets a card that only it sees, and says something; then there is one more of either."""
    cards = {"A": 7, "B": 9}
    entries = [step(1, "A", [cards["A"] if you == "A" else 0]), step(2, "B", [cards["B"] if you == "B" else 0]),
               said(3, "A", "Hello"), said(4, "B", "Hello, Ann"), step(5, "A", [3 if you == "A" else 0]), said(6, "A", "Well")]
    zones = [{"place": "hand", "owner": seat, "cards": [card if you == seat else 0]} for seat, card in cards.items()]
    return entries, {"seat": you, "zones": zones}


def history(you, sayings):
    """Of somebody who was cut off for two seconds after the fourth entry; what they said, by the number of the entry."""
    entries, view = told(you)
    lines = [{"t": 1, "sent": {"do": "enter", "n": 1, "since": 0}},
             {"t": 1.1, "heard": {"n": 1, "done": True, "table": TABLE, "entry": 2, "now": {"you": you}, "entries": entries[:2], "view": view}}]
    for entry in entries[2:4]:
        if entry["entry"] in sayings:
            n = sayings[entry["entry"]]
            lines += [{"t": 2, "sent": {"do": "say", "n": n}}, {"t": 2.1, "heard": {"n": n, "done": True}}]
        lines.append({"t": 2.1, "heard": {"table": TABLE, "entry": entry["entry"], "entries": [entry]}})
    return lines + [{"t": 5, "lost": True}, {"t": 6.9, "sent": {"do": "enter", "n": 2, "since": 4}},
                    {"t": 7, "heard": {"n": 2, "done": True, "table": TABLE, "entry": 6, "entries": entries[4:], "view": view}}]


def row(number, command, seat="-", owner=1, epoch=1):
    line = f"{1000 + number} kind {seat} - {command} guest words"
    return {"table": TABLE, "number": number, "owner": owner, "epoch": epoch, "writer": owner, "line": line}


def sound():
    """Node 2 took over after the fourth entry. A step of the dealer is nobody's in the log."""
    log = [row(1, 0), row(2, 0), row(3, 71, "A"), row(4, 81, "B"), row(5, 0, owner=2, epoch=2), row(6, 72, "A", 2, 2)]
    files = {"ann.history": history("A", {3: 71}), "ben.history": history("B", {4: 81}), "watcher.history": history(None, {}),
             "database.log": log, "faults.log": [{"begin": 5, "end": 5, "fault": "kill node 1"}]}
    return files


def run(files, seconds=4):
    with tempfile.TemporaryDirectory() as folder:
        for name, records in files.items():
            (pathlib.Path(folder) / name).write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
        return check.check(folder, seconds)[0]


def entries(files, name):
    """All messages with entries that somebody heard."""
    return [r["heard"] for r in files[name + ".history"] if r.get("heard", {}).get("entries")]


def an_acknowledged_line_is_not_in_the_log(f):
    f["database.log"][3]["line"] = row(4, 0, "B")["line"]
    return "lost"


def the_end_of_the_log_is_gone(f):
    del f["database.log"][5]
    return "lost"


def an_entry_is_missing_in_the_middle_of_the_log(f):
    del f["database.log"][2]
    return "lost"


def somebody_is_not_told_an_entry(f):
    del entries(f, "ann")[1]["entries"][:]
    return "lost"


def an_entry_is_skipped_when_somebody_comes_back(f):
    del entries(f, "watcher")[-1]["entries"][0]
    return "lost"


def a_command_is_carried_out_twice(f):
    f["database.log"][5] = row(6, 71, "A", 2, 2)
    return "doubled"


def a_number_is_there_twice_in_the_log(f):
    f["database.log"].insert(3, copy.deepcopy(f["database.log"][2]))
    return "doubled"


def somebody_is_told_an_entry_twice(f):
    entries(f, "ben")[-1]["entries"].insert(0, told("B")[0][3])
    return "doubled"


def a_refused_command_is_in_the_log(f):
    f["ann.history"] += [{"t": 8, "sent": {"do": "say", "n": 72}}, {"t": 8.1, "heard": {"n": 72, "done": False, "refused": "No."}}]
    return "refused"


def two_entries_come_in_the_other_order(f):
    entries(f, "watcher")[0]["entries"].reverse()
    return "reordered"


def two_people_are_told_two_entries_of_one_number(f):
    entries(f, "ben")[-1]["entries"][1]["at"] += 1
    return "forked"


def an_entry_is_another_one_when_it_is_told_again(f):
    again = copy.deepcopy(entries(f, "ann")[0])
    again["entries"][0]["events"][0]["cards"] = [8]
    f["ann.history"] += [{"t": 8, "sent": {"do": "enter", "n": 9, "since": 0}}, {"t": 8.1, "heard": {**again, "n": 9, "done": True}}]
    return "forked"


def a_node_writes_what_another_owns(f):
    f["database.log"][5]["writer"] = 1
    return "forked"


def the_owner_before_writes_after_the_one_who_took_over(f):
    f["database.log"][5] = row(6, 72, "A", 1, 1)
    return "forked"


def an_epoch_has_two_owners(f):
    f["database.log"][5] = row(6, 72, "A", 3, 2)
    return "forked"


def somebody_sees_a_card_of_another_in_an_entry(f):
    entries(f, "ben")[0]["entries"][0]["events"][0]["cards"] = [7]
    return "leaked"


def somebody_who_watches_sees_a_hidden_hand(f):
    entries(f, "watcher")[-1]["view"]["zones"][1]["cards"] = [9]
    return "leaked"


def somebody_gets_the_view_of_another(f):
    entries(f, "ben")[-1]["view"] = told("A")[1]
    return "leaked"


def somebody_is_away_for_long_after_a_fault(f):
    f["ben.history"][-1]["t"] = 9.5
    return "away"


def somebody_never_comes_back(f):
    del f["ben.history"][-2:]
    return "away"


def somebody_may_not_come_back_since_the_table_is_older_than_what_they_know(f):
    f["ben.history"][-1]["heard"] = {"n": 2, "done": False, "refused": "There is no entry 4."}
    return "away"


def an_answer_never_comes(f):
    f["ben.history"].append({"t": 8, "sent": {"do": "say", "n": 90}})
    return "away"


BREAKS = [
    an_acknowledged_line_is_not_in_the_log, the_end_of_the_log_is_gone, an_entry_is_missing_in_the_middle_of_the_log,
    somebody_is_not_told_an_entry, an_entry_is_skipped_when_somebody_comes_back,
    a_command_is_carried_out_twice,
    a_number_is_there_twice_in_the_log, somebody_is_told_an_entry_twice, a_refused_command_is_in_the_log,
    two_entries_come_in_the_other_order, two_people_are_told_two_entries_of_one_number, an_entry_is_another_one_when_it_is_told_again,
    a_node_writes_what_another_owns, the_owner_before_writes_after_the_one_who_took_over, an_epoch_has_two_owners,
    somebody_sees_a_card_of_another_in_an_entry, somebody_who_watches_sees_a_hidden_hand, somebody_gets_the_view_of_another,
    somebody_is_away_for_long_after_a_fault, somebody_never_comes_back,
    somebody_may_not_come_back_since_the_table_is_older_than_what_they_know, an_answer_never_comes]


def main():
    assert not run(sound()), run(sound())
    for breaks in BREAKS:
        files = sound()
        expected = breaks(files)
        kinds = {kind for kind, _ in run(files)}
        words = breaks.__name__.replace("_", " ")
        assert expected in kinds, f"{words}: expected {expected}, found {kinds or 'nothing'}"
        print(f"{expected}: {words}")


if __name__ == "__main__":
    main()
