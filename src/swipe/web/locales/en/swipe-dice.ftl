### Swipe (dice). $seat and $from are display names (several are joined), $seats are names joined,
### $face is a face's letters or its name; the others are numbers.

swipe-dice-title = Swipe
swipe-dice-description = Roll all your dice and do what they show: win chips and dice from the centre, or swipe them from the others. Most chips wins when the centre has none left.
swipe-dice-score = chips
swipe-dice-total = { $count ->
    [one] 1 chip
   *[other] { $count } chips
}

## Stages

swipe-dice-stage-draw-starter = A fair draw decides who begins.
swipe-dice-stage-roll = The dice are to be rolled.
swipe-dice-stage-effects = The dice take effect.
swipe-dice-stage-choose-order = Which die takes effect next?
swipe-dice-stage-choose-die = From whom is a die swiped?
swipe-dice-stage-choose-chip = From whom is a chip swiped?
swipe-dice-stage-roll-off = The tied players roll one die each.
swipe-dice-stage-finished = The game is over.

## Faces

swipe-dice-face-C = win a chip
swipe-dice-face-D = win a die
swipe-dice-face-X = X
swipe-dice-face-SD = swipe a die
swipe-dice-face-SC = swipe a chip
swipe-dice-face-C-meaning = Take a chip from the centre.
swipe-dice-face-D-meaning = Take a die from the centre.
swipe-dice-face-X-meaning = Lose this die to the centre. All X is a Super Swipe: keep the dice, take one from everybody who has two or more, and roll again.
swipe-dice-face-SD-meaning = Take a die from a player who has two or more.
swipe-dice-face-SC-meaning = Take a chip from a player.

## Actions

swipe-dice-action-die = Swipe a die from { $from }
swipe-dice-action-chip = Swipe a chip from { $from }
swipe-dice-action-die-none = Swipe no die
swipe-dice-action-chip-none = Swipe no chip
swipe-dice-action-do = { $face ->
    [C] Win a chip next
    [D] Win a die next
    [X] Lose a die next
    [SD] Swipe a die next
    [SC] Swipe a chip next
   *[other] Next: { $face }
}
swipe-dice-ask-roll = { $seat } rolls.
swipe-dice-ask-choose-order = { $seat } chooses which die takes effect next.
swipe-dice-ask-choose-die = { $seat } chooses whom to swipe a die from.
swipe-dice-ask-choose-chip = { $seat } chooses whom to swipe a chip from.

## What happened

swipe-dice-effect-begin = { $seat } begins.
swipe-dice-effect-die-shows = { $face ->
    [C] { $seat } rolls: win a chip.
    [D] { $seat } rolls: win a die.
    [X] { $seat } rolls an X.
    [SD] { $seat } rolls: swipe a die.
    [SC] { $seat } rolls: swipe a chip.
   *[other] { $seat } rolls: { $face }.
}
swipe-dice-effect-take-chips = { $count ->
    [0] { $seat } wins no chip: the centre has none.
    [one] { $seat } wins 1 chip; the centre has { $left } left.
   *[other] { $seat } wins { $count } chips; the centre has { $left } left.
}
swipe-dice-effect-take-dice = { $count ->
    [0] { $seat } wins no die: the centre has none.
    [one] { $seat } wins 1 die; the centre has { $left } left.
   *[other] { $seat } wins { $count } dice; the centre has { $left } left.
}
swipe-dice-effect-lose-dice = { $count ->
    [one] { $seat } loses 1 die to the centre.
   *[other] { $seat } loses { $count } dice to the centre.
}
swipe-dice-effect-swipe-die = { $left ->
    [one] { $seat } swipes a die from { $from }, who has 1 left.
   *[other] { $seat } swipes a die from { $from }, who has { $left } left.
}
swipe-dice-effect-swipe-chip = { $left ->
    [0] { $seat } swipes the last chip of { $from }.
    [one] { $seat } swipes a chip from { $from }, who has 1 left.
   *[other] { $seat } swipes a chip from { $from }, who has { $left } left.
}
swipe-dice-effect-no-die-to-swipe = Nobody has a die to spare: { $seat } swipes none.
swipe-dice-effect-no-chip-to-swipe = Nobody has a chip to swipe: { $seat } swipes none.
swipe-dice-effect-decline-die = { $seat } swipes no die.
swipe-dice-effect-decline-chip = { $seat } swipes no chip.
swipe-dice-effect-super-swipe = { $count ->
    [0] Super Swipe! All dice of { $seat } show X. Nobody has a die to spare; { $seat } rolls again.
    [one] Super Swipe! All dice of { $seat } show X: { $seat } takes a die from { $from } and rolls again.
   *[other] Super Swipe! All dice of { $seat } show X: { $seat } takes a die each from { $from } and rolls again.
}
swipe-dice-effect-next-turn = It is { $seat }'s turn.
swipe-dice-effect-tie = { $seats } have equally many chips and dice and roll off, one die each.
swipe-dice-effect-roll-off-die = { $face ->
    [X] { $seat } shows an X in the roll-off.
   *[other] { $seat } shows no X in the roll-off.
}
swipe-dice-effect-roll-on = The roll-off goes on between { $seats }.
swipe-dice-effect-win = { $seat } wins.

## Options

swipe-dice-option-roll-off = Roll-off
swipe-dice-option-roll-off-meaning = How a tie in chips and dice is decided: all tied players roll one die each, at the same time.
swipe-dice-option-roll-off-source = The rulebook: the first to roll X wins. Both encyclopedia articles: the first to roll X loses.
swipe-dice-option-roll-off-first-x-wins = the first X wins
swipe-dice-option-roll-off-first-x-loses = the first X loses
swipe-dice-option-order = Order of effects
swipe-dice-option-order-meaning = In which order the dice of one roll take effect. It matters when the centre is short of dice.
swipe-dice-option-order-source = No source says.
swipe-dice-option-order-losses-first = X, die, chip, then swipes
swipe-dice-option-order-wins-first = die, chip, X, then swipes
swipe-dice-option-order-player = as the roller chooses
swipe-dice-option-ending = The end
swipe-dice-option-ending-meaning = Whether a roll that takes the last chip from the centre still has its other effects.
swipe-dice-option-ending-source = The rulebook ends the game when the centre's chips are gone; it does not say whether within a roll.
swipe-dice-option-ending-after-roll = after the whole roll
swipe-dice-option-ending-at-once = at the last chip
swipe-dice-option-swipes = Swipes
swipe-dice-option-swipes-meaning = Whether a possible swipe may be declined.
swipe-dice-option-swipes-source = The rulebook: the player does what the dice show. No source lets a player decline.
swipe-dice-option-swipes-compulsory = have to be taken
swipe-dice-option-swipes-optional = may be declined
swipe-dice-option-chips = Chips in the box
swipe-dice-option-chips-meaning = How many chips the box holds; fewer make a shorter game.
swipe-dice-option-chips-source = The rulebook: 50.
swipe-dice-option-dice = Dice in the box
swipe-dice-option-dice-meaning = How many dice the box holds.
swipe-dice-option-dice-source = The rulebook: 10.
swipe-dice-option-starter = Who begins
swipe-dice-option-starter-meaning = The youngest when ages are given, else a fair draw; or a named seat.
swipe-dice-option-starter-source = The rulebook: the youngest player begins.
swipe-dice-option-starter-youngest = the youngest, or a fair draw
swipe-dice-option-starter-draw = a fair draw

## Presets

swipe-dice-preset-default = Rulebook
swipe-dice-preset-default-meaning = As the publisher's sheet has it: in a roll-off the first X wins.
swipe-dice-preset-encyclopedia = Encyclopedia
swipe-dice-preset-encyclopedia-meaning = In a roll-off the first X loses.
swipe-dice-preset-short = Short game
swipe-dice-preset-short-meaning = Half of the chips.
