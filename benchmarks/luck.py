"""Luck is fair: over many self-played matches it sums to zero within its standard error.

    python benchmarks/luck.py GAME --players N [--set option=value ...] [--matches M]

Random bots play, so that what is tested is not how well anybody plays. The table has to be there:
`swipe solve GAME ...` makes it.
"""

import argparse
import math
import time
from random import Random

from swipe.bots.contract import choose, choose_random
from swipe.coach.review import review
from swipe.coach.tables import find_tabled, solve_command
from swipe.games.contract import DECISION
from swipe.games.registry import find_game
from swipe.match.decide import Act, Sit, Start, Throw, create, decide


def play(rules, seed):
    """The events of a match between random bots."""
    created, secret = create(f"m{seed}", rules, chance="seeded", seed=seed)
    from swipe.match.fold import fold

    events, match, random = [created], fold([created]), Random(seed)

    def carry_out(command):
        nonlocal match
        decision = decide(match, command, secret)
        events.extend(decision.events)
        match = decision.match

    for seat in range(rules.players):
        carry_out(Sit(seat, f"P{seat + 1}", "random"))
    carry_out(Start())
    while match.ended is None:
        if match.phase == DECISION:
            action = choose(rules.game, choose_random, match.state, random.getrandbits(63))
            carry_out(Act(match.seat_to_act, rules.game.notation.format_action(action)))
        else:
            carry_out(Throw(match.seat_to_act))
    return events


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--matches", type=int, default=10_000)
    given = parser.parse_args()
    options = dict(each.split("=", 1) for each in given.set)
    rules = find_game(given.game).configure(given.players, options)
    tabled = find_tabled(rules)
    if tabled is None:
        raise SystemExit(f"first: {solve_command(rules)}")
    began = time.perf_counter()
    sums = [[0.0, 0.0] for _ in range(rules.players)]
    for seed in range(given.matches):
        for seat in review(play(rules, seed), tabled).seats:
            sums[seat.seat][0] += seat.luck
            sums[seat.seat][1] += seat.luck**2
    print(f"{rules.identity}\n{given.matches} matches, {time.perf_counter() - began:.0f} s\n")
    print("| seat | mean luck a match | standard error | in standard errors | deviation |")
    print("| --- | --- | --- | --- | --- |")
    for seat, (total, squares) in enumerate(sums):
        mean = total / given.matches
        deviation = math.sqrt(squares / given.matches - mean**2)
        error = deviation / math.sqrt(given.matches)
        print(f"| {seat + 1} | {mean:+.5f} | {error:.5f} | {mean / error:+.2f} | {deviation:.4f} |")


if __name__ == "__main__":
    main()
