### The coach, the review of a match, and games with real dice.
### $seat is a display name; $win, $cost, $luck and the like are shares of 1.

## Figures

coach-percent = { NUMBER($value, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-change = { $sign ->
    [minus] −{ NUMBER($value, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
    [plus] +{ NUMBER($value, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
   *[zero] { NUMBER($value, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
}
coach-label = { $label ->
    [exact] exact
    [bounded] bounded
   *[estimated] estimated
}
coach-label-more = { $label ->
    [exact] Exact: computed from every possible course of the game, off by no more than { $bound }.
    [bounded] Bounded: a strategy for everybody from which nobody can gain more than { $bound } of winning chance.
   *[estimated] Estimated: { $games } games played out by the bot “{ $bot }”; in 95 of 100 cases the truth lies within the interval.
}
coach-over = The result.
coach-chances = Winning chances
coach-chance-of = { $seat }: { $win }
coach-chance-of-interval = { $seat }: { $win } ({ $low } to { $high })

## Advice in plain words

coach-advice = Advice
coach-advice-line = { $what }: keeps { $win } for { $seat }
coach-advice-interval = { $what }: keeps { $win } ({ $low } to { $high }) for { $seat }
coach-advice-best = best
coach-advice-equal = no clear difference
coach-advice-costs = costs { $cost }
coach-advice-say-best = Best: { $what }.
coach-advice-say-equal = It makes no clear difference.
coach-where = { $where ->
    [left] { $seat }, the left neighbour
    [right] { $seat }, the right neighbour
   *[other] { $seat }
}
coach-act-swipe-dice-die = { $arg ->
    [none] Leaving all dice where they are
   *[other] Swiping a die from { $target }
}
coach-act-swipe-dice-chip = { $arg ->
    [none] Leaving all chips where they are
   *[other] Swiping a chip from { $target }
}
coach-act-swipe-dice-do = { $arg ->
    [C] Winning chips first
    [D] Winning dice first
    [X] Losing dice first
    [SD] Swiping a die first
   *[SC] Swiping a chip first
}
coach-act-skip-bo-dice-roll = Rolling on
coach-act-skip-bo-dice-stop = Stopping
coach-act-swipe-cards-swipe = Playing a SWIPE card
coach-act-swipe-cards-blind = Turning over the face-down card of slot { $arg }
coach-act-swipe-cards-pick-up = Picking up the pile
coach-act-swipe-cards-add = Adding { $arg }
coach-act-swipe-cards-end = Adding nothing
# An action that has no words of its own: its notation, such as 9×2+r3, two nines and the one in row slot 3.
coach-act-any = Playing { $action }

## The terminal: following a game with real dice

cli-coach = Help beside a real box: type what the dice show, get everybody's chances and advice.
cli-coach-more = GAME is swipe-dice or skip-bo-dice. Type the faces that the dice show and the choices that the players make. "undo" takes back a mistyped line, "help" lists all there is. The record that --record keeps is reviewed like any other. With --from and --ply the game goes on from a place in an earlier record: what if?
cli-coach-names = The players' names from seat 1 on, with commas between them.
cli-coach-record = Keep the match's record in this file, after every line.
cli-coach-resume = Go on with the record that --record names.
cli-coach-from = The record of an earlier match to go on from.
cli-coach-ply = After which of its throws and choices to go on, as the review counts them; 0 is the beginning.
cli-coach-dice = Whose dice: typed (real ones), new (drawn here), or same (as they fell in the earlier match).
cli-coach-games = How many games to play out behind each estimated figure.
cli-coach-solve = Solve the game first, so that the figures are exact, if no table is there yet.
cli-coach-bot = The bot that plays the seats that are not yours in "new" and "same" games; none: you decide for all.

coach-hello = { $game }: { $seats }. Type "help" for help.
coach-exact-hint = These figures are estimated. For exact ones: { $command }
coach-solving = Solving the game: { $share } %
coach-scores = { $what }: { $scores }
coach-ask-draw = Who begins? Type the seat's number or the name.
coach-ask-throw = { $dice ->
    [one] { $seat } throws 1 die. What does it show? { $possible }
   *[other] { $seat } throws { $dice } dice. What do they show? { $possible }
}
coach-ask-throw-any = { $dice ->
    [one] 1 die is thrown. What does it show? { $possible }
   *[other] { $dice } dice are thrown. What do they show? { $possible }
}
coach-note-throw-skip-bo-dice = In the order of their squares, the lowest first.
coach-ask-drawn = { $seat } throws: press Enter.
coach-ask-drawn-any = Press Enter for the throw.
coach-ask-choice = What does { $seat } do? Type a number.
coach-face = { $text } ({ $words })
coach-bot-chose = { $seat } chooses: { $what }
coach-undone = Taken back: { $what }
coach-nothing-to-undo = There is nothing to take back.
coach-saved = The record is in { $file }.
coach-left = Stopped before the end. { $saved }
coach-not-saved = Nothing was saved: start with --record FILE to keep a record.
coach-finished = The game is over: { $result }
coach-rank = { $seat } { $rank }
coach-help =
    What the dice show: the letters with spaces between them, such as C X; 3C stands for C C C.
    A choice: its number, or its text.
    undo: take back the last throw or choice.
    chances: say the chances again, with all digits.
    save FILE: write the record.
    quit: stop here.
coach-error-count = { $needed ->
    [one] One die is thrown; you typed { $given }.
   *[other] { $needed } dice are thrown; you typed { $given }.
}
coach-error-choice = Type a number from 1 to { $most }, or one of: { $possible }
coach-error-names = --names: { $given } names for { $players } seats; give one for every seat
coach-error-game = name a game, or give --from FILE
coach-error-both = the game follows from --from FILE: leave GAME, --players and --set out
coach-error-ply = the match has { $plies } throws and choices: use --ply from 0 to { $last }
coach-error-same = the dice of this match were typed in or hidden: they cannot fall again, use --dice new
coach-error-typed = { $game } has hidden cards: its chance cannot be typed in, use --dice new
coach-error-ply-without-from = --ply and --dice go with --from FILE
coach-error-resume = --resume goes on with the file of --record, which does not exist: { $file }
coach-error-save = The record could not be written to { $file }: { $reason }
coach-error-save-exists = { $file } is there already: name another file.
coach-error-exists = { $file } exists: go on with --resume, or name another file

## Review

cli-review = Look back at a match: everybody's chances all along, what was luck and what was skill.
cli-review-more = FILE is the record of a match, finished or not: "swipe play" names it at the end, and the web table offers it for download.
cli-review-html = Write the review as a page of its own to this file.
cli-review-plies = List every throw and every choice.
cli-review-games = How many games to play out behind each estimated figure.
cli-review-rollouts = Estimate by playing games out, even where exact figures are at hand ("swipe solve").

review-title = Review of { $match }
review-subtitle = { $game }, { $players } players
review-options = Rules: { $rules }
review-origin = It began where another match stood: { $origin }.
review-unfinished = The match was left before its end: the last chances stand for the result.
review-summary = Who was lucky, who played well
review-curve = Winning chances, throw by throw
review-curve-caption = Winning chance of every player from the beginning (left) to the end (right).
review-dearest = The dearest choices
review-dearest-none = No choice cost anything that can be told from noise.
review-dearest-line = Ply { $ply }, { $seat }: { $what } cost { $cost }; best was: { $best }
review-no-choices = Nobody had anything to decide in this match: all of it was luck.
review-plies = Every throw and choice
review-ply = Ply
review-player = Player
review-what = What happened
review-start = Start
review-luck = Luck
review-skill = Choices
review-lost = Skill lost
review-adjusted = Without luck
review-result = Result
review-cost = Cost
review-chance = Chance
review-luck-of = Luck
review-explain-luck = Luck: how far the throws moved the player's chance, together. A fair die gives zero in the long run.
review-explain-skill = Choices: how far everybody's choices moved the player's chance.
review-explain-lost = Skill lost: what the player's own choices gave away against the best ones.
review-explain-adjusted = Without luck: the result less the luck; what the player would have had with dice that favour nobody.
review-explain-sum = Start + luck + choices = result.
review-throw = throws { $faces }
review-chance-alone = chance: { $faces }
review-choice = { $what }
review-working = { $done } of { $all }
review-written = The review is in { $file }.
review-what-if = What if …?
review-progress = Reviewing
review-error-text = { $file } is not a record: it is not text in UTF-8

## The web table

coach-thinking = The coach is thinking …
coach-open = Winning chances, { $label }: show the numbers
coach-interval = { $low } to { $high }
coach-panel-title = Winning chances
coach-show-here = Winning chances
coach-start-legend = At the table
coach-start-coach = Coach
coach-start-coach-meaning = Everybody may see winning chances.
coach-start-typed = Real dice
coach-start-typed-meaning = You throw them and type in what they show.
coach-typed = What the dice show
coach-typed-ask = { $whose ->
    [seat] { $seat } throws { $dice ->
        [one] 1 die
       *[other] { $dice } dice
    }: tap what { $dice ->
        [one] it shows
       *[other] they show
    }.
   *[nobody] { $dice ->
        [one] 1 die is thrown: tap what it shows.
       *[other] { $dice } dice are thrown: tap what they show.
    }
}
coach-typed-draw = Who begins? Draw it your way, then tap the name.
coach-typed-so-far = So far
coach-typed-remove = Remove: { $face }
coach-typed-enter = Enter
coach-typed-undo = Take back the last entry
review-heading = Review
review-loading = The match is being looked at. This can take a moment.
review-open = Review this match
review-move = Move through the match
review-ply-of = { $ply } of { $all }
review-beginning = The beginning
review-previous = One back
review-next = One on
review-luck-said = Luck: { $change } { $seat }
review-luck-short = luck { $change }
review-cost-short = cost { $change }
review-tried = What could be chosen
review-taken = chosen
review-explain = What these figures mean
review-what-if-new = Go on with new dice
review-what-if-same = Go on with the same dice

## Strategy cards: rules of thumb; the figures are those of docs/strategy.md

strategy-title = Worth remembering
strategy-swipe-dice-two = With two players, never decline a swipe.
strategy-swipe-dice-two-cost = Measured in 2,000 matches with optional swipes: it cost nothing against exact play; choosing at random cost 39.7 % of winning chance.
strategy-swipe-dice-more = Like for like: swipe a die from whoever has most dice, a chip from whoever has most chips. Of equals, from the one who plays sooner.
strategy-swipe-dice-more-cost = Measured with three players and a box of 12 chips and 6 dice, in 3,000 matches: it cost 0.28 % ± 0.05 of winning chance against exact play; choosing at random cost 3.5 %.
strategy-skip-bo-dice-two = Stop as soon as two points are at risk.
strategy-skip-bo-dice-two-cost = Measured in 300 matches under the default rules: it cost 1.5 % ± 0.5 of winning chance against exact play; waiting for eight points cost 17 %.
