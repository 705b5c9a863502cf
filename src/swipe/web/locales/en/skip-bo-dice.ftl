### Skip-Bo Dice. $seat is a display name; $seats are display names joined; the others are numbers.

skip-bo-dice-title = Skip-Bo Dice
skip-bo-dice-description = Roll the dice of the next empty squares, place them in order, and stop before you miss. Fifty points bring the end near.
skip-bo-dice-score = points
skip-bo-dice-total = { $count ->
    [one] 1 point
   *[other] { $count } points
}

## Stages

skip-bo-dice-stage-draw-starter = A fair draw decides who begins.
skip-bo-dice-stage-first-throw = The dice are in the cup: roll.
skip-bo-dice-stage-throw = The dice are rolling.
skip-bo-dice-stage-placing = The dice are being placed.
skip-bo-dice-stage-choose = Stop and score, or roll on?
skip-bo-dice-stage-scoring = The points are being counted.
skip-bo-dice-stage-turn-over = The turn is over.
skip-bo-dice-stage-finished = The game is over.

## Actions

skip-bo-dice-action-roll = Roll on
skip-bo-dice-action-stop = Stop
skip-bo-dice-ask-choose = { $points ->
    [one] { $seat } has 1 point at risk: stop and score it, or roll on?
   *[other] { $seat } has { $points } points at risk: stop and score them, or roll on?
}
skip-bo-dice-ask-must-roll = The last die placed shows Skip-Bo: { $seat } has to roll on.
skip-bo-dice-ask-first-throw = { $seat } rolls the dice of the next squares.

## What a die shows

skip-bo-dice-face-N = its number
skip-bo-dice-face-S = Skip-Bo
skip-bo-dice-face-B = blank

## What happened

skip-bo-dice-effect-begin = { $seat } begins.
skip-bo-dice-effect-die-shows = { $face ->
    [N] Die { $square } shows its number.
    [S] Die { $square } shows Skip-Bo.
    [B] Die { $square } is blank.
   *[other] Die { $square }: { $face }.
}
skip-bo-dice-effect-roll = { $count ->
    [one] { $seat } rolls on with 1 die and { $points } at risk.
   *[other] { $seat } rolls on with { $count } dice and { $points } at risk.
}
skip-bo-dice-effect-place-dice = { $count ->
    [one] { $seat } places the die of square { $square }; { $points } at risk.
   *[other] { $seat } places { $count } dice, up to square { $square }; { $points } at risk.
}
skip-bo-dice-effect-fill-board = { $seat } has filled square 12: the board is empty again.
skip-bo-dice-effect-miss = { $count ->
    [0] { $seat } misses square { $square }.
    [one] { $seat } misses square { $square } and loses 1 point.
   *[other] { $seat } misses square { $square } and loses { $count } points.
}
skip-bo-dice-effect-score = { $count ->
    [one] { $seat } stops and scores 1 point, { $total } in all.
   *[other] { $seat } stops and scores { $count } points, { $total } in all.
}
skip-bo-dice-effect-start-end = { $seat } has { $total } points: everybody else has one more turn.
skip-bo-dice-effect-next-turn = It is { $seat }'s turn.
skip-bo-dice-effect-last-turn = { $seat } has one last turn.
skip-bo-dice-effect-tie = { $seats } share the lead with { $total } points: all play on, and whoever first reaches { $goal } wins at once.
skip-bo-dice-effect-win = { $seat } wins with { $total } points.

## Options

skip-bo-dice-option-faces = Faces of the dice
skip-bo-dice-option-faces-meaning = How many of the six faces show the die's number (n) and Skip-Bo (s); the rest are blank. A Skip-Bo face fills the square like the number, but nobody may stop on it.
skip-bo-dice-option-faces-source = The article does not count the faces; another public description has Skip-Bo faces that are wild.
skip-bo-dice-option-refill = New dice enter the cup
skip-bo-dice-option-refill-meaning = When new dice enter the cup during a turn.
skip-bo-dice-option-refill-source = The article puts the remaining dice back into the cup; it does not speak of adding any.
skip-bo-dice-option-refill-when-empty = when it is empty
skip-bo-dice-option-refill-every-roll = before every roll, up to five
skip-bo-dice-option-board = The next player
skip-bo-dice-option-board-meaning = Whether placed dice stay on the board for the next player.
skip-bo-dice-option-board-source = The article lets a player fill square 12 with a first roll, so dice must stay from turn to turn.
skip-bo-dice-option-board-continues = goes on from the board as it stands
skip-bo-dice-option-board-cleared = starts at square 1
skip-bo-dice-option-goal = Goal
skip-bo-dice-option-goal-meaning = The total that starts the end: every other player then has one more turn.
skip-bo-dice-option-goal-source = The article: the first player to reach 50 points starts the end.
skip-bo-dice-option-tie-goal = Goal after a tie
skip-bo-dice-option-tie-goal-meaning = The total that wins at once when the end was a tie; it moves up by 25 when the shared total has reached it.
skip-bo-dice-option-tie-goal-source = The article: after a tie all play on until a player has 75 points.
skip-bo-dice-option-starter = Who begins
skip-bo-dice-option-starter-meaning = A fair draw among all seats, or a named seat.
skip-bo-dice-option-starter-source = The article flips a coin.
skip-bo-dice-option-starter-draw = a fair draw

## Presets

skip-bo-dice-preset-default = As the article tells it
skip-bo-dice-preset-default-meaning = Three number faces, a board that goes on, 50 points.
skip-bo-dice-preset-wild = With Skip-Bo faces
skip-bo-dice-preset-wild-meaning = One of the six faces is a wild Skip-Bo that nobody may stop on.
skip-bo-dice-preset-own-board = Everybody from square 1
skip-bo-dice-preset-own-board-meaning = Every turn starts with an empty board.
skip-bo-dice-preset-full-cup = Full cup
skip-bo-dice-preset-full-cup-meaning = The cup is filled up to five dice before every roll.
skip-bo-dice-preset-short = Short game
skip-bo-dice-preset-short-meaning = The end starts at 25 points; a tie is played on to 50.

## At the web table

web-skip-bo-dice-board = The path of twelve squares
web-skip-bo-dice-square = { $state ->
    [filled] Square { $square }: filled.
    [next] Square { $square }: to be filled next.
   *[empty] Square { $square }: empty.
}
web-skip-bo-dice-wild = ★
web-skip-bo-dice-nothing-thrown = The dice of the next squares are in the cup.
web-skip-bo-dice-thrown = What was thrown
web-skip-bo-dice-shows-N = { $square }
web-skip-bo-dice-shows-S = Skip-Bo for { $square }
web-skip-bo-dice-shows-B = blank for { $square }
web-skip-bo-dice-in-cup = { $count ->
    [one] die in the cup
   *[other] dice in the cup
}
web-skip-bo-dice-at-risk = { $count ->
    [one] point at risk
   *[other] points at risk
}
web-skip-bo-dice-race = Tied: whoever first reaches { $goal } wins at once.
web-skip-bo-dice-last-turns = { $seat } has reached the goal: one last turn for everybody else.
web-skip-bo-dice-roll-what = { $count ->
    [one] 1 die; a miss loses { $points }
   *[other] { $count } dice; a miss loses { $points }
}
web-skip-bo-dice-stop-what = { $points ->
    [one] score 1 point
   *[other] score { $points } points
}
web-skip-bo-dice-must-roll = Nobody may stop on a Skip-Bo face.
web-skip-bo-dice-status-me = { $points ->
    [one] 1 point at risk: stop and score it, or roll on?
   *[other] { $points } points at risk: stop and score them, or roll on?
}
web-skip-bo-dice-status-other = { $points ->
    [one] { $seat } has 1 point at risk.
   *[other] { $seat } has { $points } points at risk.
}
