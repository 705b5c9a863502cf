"""What rules of thumb cost against exact play: the numbers of docs/strategy.md.

    python benchmarks/strategy.py GAME --players N [--set option=value ...] [--games M]

The table has to be there: `swipe solve GAME ...` makes it.
"""

import argparse

from swipe.coach.strategy import Measurer, candidates
from swipe.coach.tables import find_tabled, solve_command
from swipe.games.registry import find_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules = find_game(given.game).configure(
        given.players, dict(each.split("=", 1) for each in given.set)
    )
    tabled = find_tabled(rules)
    if tabled is None:
        raise SystemExit(f"first: {solve_command(rules)}")
    print(f"{rules.identity}\nbound of the table: {tabled.table.bound:.0e}\n")
    print("| rule of thumb | loss a match | choices a match | right | matches |")
    print("| --- | --- | --- | --- | --- |")
    measurer = Measurer(rules, tabled.table, given.seed)
    for name, policy in candidates(rules).items():
        if given.only and name not in given.only:
            continue
        row = measurer.measure(name, policy, given.games)
        print(
            f"| {row.name} | {100 * row.loss:.2f} % ± {100 * row.margin:.2f} | "
            f"{row.choices:.1f} | {100 * row.right:.1f} % | {row.games} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
