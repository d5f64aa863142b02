# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Line charts as SVG: cost curves, and what a history says."""
import html
import math
import statistics

from .gate import by_key

width, height, left, right, top, bottom = 760, 420, 70, 190, 40, 60
colours = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#34495e")


class Axis:
    """Logarithmic, from the least to the greatest number, between two places."""

    def __init__(self, values, begin, end):
        least, most = min(values), max(values)
        if least == most:
            least, most = least / 2, most * 2
        self.low, self.high, self.begin, self.end = math.log10(least), math.log10(most), begin, end

    def place(self, value):
        return self.begin + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self):
        """1, 2, 5 of each power of ten; the powers alone where there are many."""
        steps = (1,) if self.high - self.low > 2.5 else (1, 2, 5)
        powers = range(math.floor(self.low) - 1, math.ceil(self.high) + 1)
        inside = [step * 10.0 ** power for power in powers for step in steps
                  if self.low - 1e-9 <= math.log10(step * 10.0 ** power) <= self.high + 1e-9]
        return inside if len(inside) > 1 else [10 ** self.low, 10 ** self.high]


def label(value):
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def text(x, y, words, anchor="middle", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{html.escape(str(words))}</text>'


def line(x1, y1, x2, y2, colour="#ddd"):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def chart(title, x_words, y_words, curves, x_ticks=None):
    """curves: by name, points (x, y), all above 0. x_ticks: (x, words) in the place of numbers."""
    points = [point for curve in curves.values() for point in curve]
    x_axis = Axis([x for x, _ in points], left, width - right)
    y_axis = Axis([y for _, y in points], height - bottom, top)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="white"/>', text(left, 22, title, "start", ' font-size="15"')]
    for value in y_axis.ticks():
        y = y_axis.place(value)
        parts += [line(left, y, width - right, y), text(left - 8, y + 4, label(value), "end")]
    for value, words in x_ticks or [(value, label(value)) for value in x_axis.ticks()]:
        x = x_axis.place(value)
        parts += [line(x, top, x, height - bottom), text(x, height - bottom + 18, words)]
    parts += [text((left + width - right) / 2, height - 14, x_words), text(left, top - 4, y_words, "start", ' fill="#555"')]
    for number, (name, curve) in enumerate(curves.items()):
        colour = colours[number % len(colours)]
        places = [(x_axis.place(x), y_axis.place(y)) for x, y in sorted(curve)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(text(width - right + 12, top + 16 + 18 * number, name, "start", f' fill="{colour}"'))
    return "\n".join(parts + ["</svg>", ""])


def grouped(rows, name):
    groups = {}
    for row in rows:
        groups.setdefault(row[name], []).append(row)
    return groups


def curve_charts(rows):
    """By file name: throughput by the number of vertices, and of linear blending and dual quaternions by influences and by joints."""
    charts = {}
    for algorithm, all_rows in grouped(rows, "algorithm").items():
        usual = [row for row in all_rows if row["joints"] in (None, 64) and row["influences"] in (None, 4)]
        charts[f"curve-{algorithm}"] = throughput(f"{algorithm}: throughput by size", "rows", usual)
        crowds = [row for row in all_rows if row["joints"] is not None]
        if crowds:
            size = max(row["rows"] for row in crowds if all(
                any(other["rows"] == row["rows"] for other in mine) for mine in grouped(crowds, "subject").values()))
            at_size = [row for row in crowds if row["rows"] == size]
            for by, other, usual_value in (("influences", "joints", 64), ("joints", "influences", 4)):
                charts[f"{by}-{algorithm}"] = throughput(f"{algorithm}: throughput by {by}, {size:,.0f} vertices, {usual_value:.0f} {other}",
                                                         by, [row for row in at_size if row[other] == usual_value])
    return {name: svg for name, svg in charts.items() if svg}


def throughput(title, by, rows):
    curves = {subject: [(row[by], row["rows_per_second"] / 1e6) for row in mine] for subject, mine in grouped(rows, "subject").items()}
    return chart(title, by, "million rows a second", curves) if curves else ""


def history_charts(rows, machine):
    """By file name: what each run took, in that of the median, by the arithmetic loop."""
    charts = {}
    mine = [row for row in rows if row["machine"] == machine]
    for algorithm, all_rows in grouped(mine, "algorithm").items():
        curves, commits = {}, []
        for name, kept in by_key(all_rows).items():
            usual = statistics.median(row["to_arithmetic"] for row in kept)
            curves[name[2]] = [(run + 1, row["to_arithmetic"] / usual) for run, row in enumerate(kept)]
            commits = max(commits, [row["commit"] for row in kept], key=len)
        ticks = [(run + 1, commit) for run, commit in enumerate(commits)]
        charts[f"history-{algorithm}"] = chart(f"{algorithm}: time, in that of the median run", "commit", "beside the arithmetic loop", curves, ticks)
    return charts


def draw(folder, history, curves, machine):
    """Writes an SVG of each, and a page with all of them; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    charts = curve_charts([row for row in curves if row["machine"] == machine]) | history_charts(history, machine)
    for name, svg in charts.items():
        (folder / f"{name}.svg").write_text(svg)
    images = "\n".join(f'<img src="{html.escape(name)}.svg" alt="{html.escape(name)}" width="{width}">' for name in sorted(charts))
    (folder / "index.html").write_text(f"<!doctype html>\n<meta charset=\"utf-8\">\n<title>bindpose bench</title>\n"
                                       f"<p>{html.escape(machine)}</p>\n{images}\n")
    return len(charts)
