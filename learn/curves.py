"""What was seen while learning, as CSV and as a picture."""

from __future__ import annotations

import csv
from pathlib import Path

COLOURS = ["#1b6ca8", "#c8553d", "#2e7d32", "#8e44ad", "#b8860b", "#555555", "#d81b60", "#00838f"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 60, 110, 30, 40


def write_csv(path: Path, rows: list[dict]) -> None:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)


def svg(title: str, rows: list[dict], x: str, lines: list[str]) -> str:
    """A line for each name, over what x is; places without a number are left out."""
    points = {name: [(float(r[x]), float(r[name])) for r in rows if r.get(name) not in (None, "")] for name in lines}
    points = {name: some for name, some in points.items() if some}
    xs = [p[0] for some in points.values() for p in some] or [0.0]
    ys = [p[1] for some in points.values() for p in some] + [0.0]
    low, high, most = min(ys), max(ys), max(xs) or 1.0
    span = (high - low) or 1.0
    across = lambda v: LEFT + (WIDTH - LEFT - RIGHT) * v / most
    down = lambda v: TOP + (HEIGHT - TOP - BOTTOM) * (high - v) / span
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/><text x="{LEFT}" y="18">{title}</text>']
    for v in (low, 0.0, high):
        out.append(f'<path d="M{LEFT} {down(v):.1f}H{WIDTH - RIGHT}" stroke="#ccc"/>'
                   f'<text x="{LEFT - 6}" y="{down(v) + 4:.1f}" text-anchor="end">{v:.3g}</text>')
    out.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">{x}, to {most:.4g}</text>')
    for i, (name, some) in enumerate(points.items()):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{across(a):.1f},{down(b):.1f}" for a, b in some)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
                   f'<text x="{WIDTH - RIGHT + 8}" y="{TOP + 16 * i + 8}" fill="{colour}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"
