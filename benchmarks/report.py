"""What the benchmarks of retrieval gave, side by side: a table in Markdown and a chart.

    python benchmarks/report.py RETRIEVAL.json [PEER.json …] [--cut 5|10|20] [--chart OUT.svg] [--note TEXT]

takes the outputs of `retrieval.py` (with `--preset all`, a row for each preset; ablations are left out) and of
`peers.py`, prints the table, and draws the chart (extra `analysis`). All have to be about the same turns and questions.
Times are as the machine gave them; see that it was idle.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

OURS = "chronomem"
GROUPS = ("all", "multi-hop", "temporal", "single-hop", "open-domain")
CHARTED = ("all", "multi-hop", "temporal")
NAMES = {"graphiti": "Graphiti", "mem0": "mem0"}
INK, MUTED, FAINT, STRONG, WEAK, OTHER = "#1f2933", "#66727f", "#e8ecf0", "#0072b2", "#a9cfe6", "#e69f00"


@dataclass(frozen=True)
class Row:
    """What one way of recalling gave.

    Attributes:
        name: of the preset or the peer.
        is_peer: it is another memory.
        recall: the share of evidence found, in percent, by kind of question.
        tokens: of a context, or None.
        milliseconds: the median of a recall, or None.
    """

    name: str
    is_peer: bool
    recall: dict[str, float]
    tokens: float | None
    milliseconds: float | None


class Unlike(Exception):
    """Two reports are not about the same questions."""


def rows_of(reports: Sequence[dict[str, Any]], cut: str) -> list[Row]:
    """Return the rows of all reports: ours first, then the others, the best first.

    Raises:
        Unlike: the reports are about other turns or questions than the first.
    """
    asked = {(report["turns"], report["questions"]) for report in reports}
    if len(asked) > 1:
        told = " and ".join(f"{questions} questions about {turns} turns" for turns, questions in sorted(asked))
        raise Unlike(f"these can't be compared: {told}")
    rows = [row for report in reports for row in _rows(report, cut)]
    return sorted(rows, key=lambda row: (row.name != OURS, -row.recall["all"], row.name))


def _rows(report: dict[str, Any], cut: str) -> Iterable[Row]:
    if (peer := report.get("peer")) is not None:
        yield _row(NAMES.get(peer, peer), report, cut, is_peer=True)
        return
    for name, own in report.get("rows", {OURS: report}).items():
        if " without " not in name:
            yield _row(name, own, cut, is_peer=False)


def _row(name: str, report: dict[str, Any], cut: str, *, is_peer: bool) -> Row:
    recall = {group: float(cuts[cut]) for group, cuts in report["recall"].items()}
    return Row(name, is_peer, recall, report.get("context_tokens_mean"), (report.get("recall_ms") or {}).get("p50"))


def markdown(rows: Sequence[Row], cut: str) -> str:
    """Return rows as a table."""
    groups = [group for group in GROUPS if any(group in row.recall for row in rows)]
    head = [f"evidence among the first {cut}", *groups, "tokens", "p50 ms"]
    body = [
        [
            row.name,
            *(_number(row.recall.get(group), ".1f") for group in groups),
            _number(row.tokens, ",.0f"),
            _number(row.milliseconds, ".1f"),
        ]
        for row in rows
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body))


def _number(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def draw(rows: Sequence[Row], cut: str, path: Path, note: str = "") -> None:
    """Draw a panel for each kind of question, with a bar for each row."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    groups = [group for group in CHARTED if any(group in row.recall for row in rows)]
    lines = wrap(note, 150)
    height = 1.05 + 0.3 * len(rows) + 0.17 * len(lines)
    figure = Figure(figsize=(10, height))
    FigureCanvasAgg(figure)
    left, width, gap = 0.115, 0.87 / len(groups), 0.03
    bottom, top = (0.12 + 0.17 * len(lines)) / height, 0.85 / height
    for number, group in enumerate(groups):
        axes = figure.add_axes((left + number * width, bottom, width - gap, 1 - bottom - top), frameon=False)
        axes.set(xlim=(0, 112), ylim=(len(rows) - 0.5, -0.5), xticks=[], yticks=[])
        axes.set_title(f"{group} questions", loc="left", fontsize=10, color=INK, fontweight="bold")
        for place, row in enumerate(rows):
            value = row.recall.get(group, 0.0)
            colour = OTHER if row.is_peer else STRONG if row.name == OURS else WEAK
            axes.barh(place, 100, height=0.62, color=FAINT)
            axes.barh(place, value, height=0.62, color=colour)
            weight = "bold" if row.name == OURS else "normal"
            axes.text(value + 1.5, place, f"{value:.1f}", va="center", fontsize=9, color=INK, fontweight=weight)
            if number == 0:
                axes.text(-3, place, row.name, va="center", ha="right", fontsize=9.5, color=INK, fontweight=weight)
    title = f"Evidence turns among the first {cut} that are recalled, in percent"
    figure.text(0.012, 1 - 0.28 / height, title, fontsize=12, color=INK, fontweight="bold", va="center")
    for number, line in enumerate(reversed(lines)):
        y = (0.12 + 0.17 * number) / height
        figure.text(0.012, y, line, fontsize=8, color=MUTED, va="center", parse_math=False)
    with rc_context({"svg.fonttype": "path", "svg.hashsalt": OURS}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", type=Path, nargs="+", metavar="JSON")
    parser.add_argument("--cut", choices=("5", "10", "20"), default="10", help="of how many recalled turns")
    parser.add_argument("--chart", type=Path, help="an .svg or .png file")
    parser.add_argument("--note", default="", help="a line below the chart")
    options = parser.parse_args()
    try:
        rows = rows_of([json.loads(path.read_text(encoding="utf-8")) for path in options.reports], options.cut)
    except Unlike as unlike:
        sys.exit(str(unlike))
    print(markdown(rows, options.cut))
    if options.chart is not None:
        draw(rows, options.cut, options.chart, options.note)


if __name__ == "__main__":
    main()
