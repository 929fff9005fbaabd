#!/usr/bin/env python3
"""Who has many addresses: all of a network of IPv6, each with its own budget, until nothing is left for others.
Usage: networks.py PROGRAM [SECONDS]"""
import pathlib, sys
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))
from visitor import *

if len(sys.argv) > 2 and sys.argv[-1].isdigit():
    sys.argv.pop()

EACH = 5


def opened(s, addresses):
    """How many tables could be opened, two from each address, while some were."""
    count = 0
    for address in addresses:
        try:
            w = s.open(more=f"X-Forwarded-For: {address}\r\n").hello()
        except Refused:
            continue
        for _ in range(2):
            count += w.create()["done"]
        w.close()
    return count


def all_networks_around_an_address_pay_for_its_tables(program):
    with Server(program, "--proxy", "yes", "--openings", str(EACH)) as s:
        assert opened(s, ["2001:db8:0:100::%x" % i for i in range(10)]) == EACH, "64 bits are one"
        assert opened(s, ["2001:db8:1:1%02x::1" % i for i in range(40)]) == 2 * EACH, "56 bits are two"
        assert opened(s, ["2001:db8:2:%x::1" % (i * 256 + i) for i in range(80)]) == 4 * EACH, "48 bits are four"
        assert opened(s, ["2001:db8:3::1"]) == 2, "others open theirs"
        assert opened(s, [f"192.0.2.{i}" for i in range(10)]) == 20, "and each of IPv4"
        assert opened(s, ["::ffff:192.0.2.77"] * 5 + ["192.0.2.77"] * 5) == EACH, "however it is written"


def all_networks_around_an_address_pay_for_its_connections(program):
    def comes(address):
        try:
            kept.append(s.open(more=f"X-Forwarded-For: {address}\r\n"))
            return True
        except Refused as e:
            assert e.args[0] == 429
            return False
    kept = []
    with Server(program, "--proxy", "yes", "--connections", str(EACH)) as s:
        assert sum(comes("2001:db8:2:%x::1" % (i * 257)) for i in range(60)) == 4 * EACH
        assert comes("2001:db8:3::1") and comes("192.0.2.1")


run([all_networks_around_an_address_pay_for_its_tables, all_networks_around_an_address_pay_for_its_connections])
