"""`python -m tests.audit.stealr FILE|-`: audit traces (JSON Lines, several games allowed); exit code 1 if one disagrees."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from . import AuditError, audit


def _audit(lines: Iterable[str], name: str) -> int:
    try:
        report = audit(lines)
    except AuditError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    print(
        f"{name}: {report.games} games, {report.decisions} decisions, {report.turns} turns, "
        f"{report.reshuffles} reshuffles, {report.unfinished} unfinished: in order"
    )
    return 0


def main(arguments: list[str]) -> int:
    """Audit each file named (`-`: standard input); 0 if all are in order, 1 if not, 2 for a wrong call."""
    if not arguments:
        print("usage: python -m tests.audit.stealr FILE... (- for standard input)", file=sys.stderr)
        return 2
    worst = 0
    for name in arguments:
        if name == "-":
            worst = max(worst, _audit(sys.stdin, "standard input"))
            continue
        try:
            with open(name, encoding="utf-8") as lines:
                worst = max(worst, _audit(lines, name))
        except OSError as error:
            print(f"{name}: {error.strerror}", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
