### Exact play: swipe solve.

cli-solve = Compute the exact chances of winning in every position of a dice game.
cli-solve-more =
    GAME is swipe-dice or skip-bo-dice. All chances go into a table that is made once and kept in your cache, with a certificate: a bound on what anybody could gain, in any position, by playing differently. It says beforehand how many positions there are, and meanwhile about how long it will take. Ctrl+C stops it, and the same command goes on from the last checkpoint.
cli-solve-info = Say what the table holds; solve nothing.
cli-solve-position = The winning chances in this position, and how the table plays it; written like "swipe-dice/1 2 | 2.2,2.2 46.3.3 roll 1 2" (docs/notation.md explains it).
cli-solve-processes = How many cores to use (usually 2).
cli-solve-resume = Go on from what is there, or start over with --fresh.
cli-solve-certify = Compute the certificate anew, from nothing but the table and the rules.
cli-solve-levels = Stop after so many levels; the same command goes on later.
cli-solve-cache = Keep the table in this directory instead of your cache.

solve-error-none = there is no table for these rules yet; without --info or --position the command makes it
solve-error-game = { $game } cannot be solved; { $known } can
solve-begin =
    To solve: { $positions } positions in { $levels } levels; a table of about { $size }.
    Ctrl+C stops, and the same command goes on from the last checkpoint.
    Compiling comes first and may take a minute.
solve-interrupted = The same command goes on from the last checkpoint; --fresh starts over.
solve-progress = { $done } of { $all } positions solved in { $seconds }
solve-progress-left = { $progress }; about { $left } left (estimated)
solve-duration-seconds = { $count } s
solve-duration-minutes = { $count } min
solve-duration-hours = { $count } h
solve-stopped = Stopped after { $levels } levels. The same command goes on.
solve-rules = Rules: { $rules }
solve-start = Winning chances at the first turn, by seat: { $values }
solve-size = { $states } turn starts in { $levels } levels; { $mixed } choices are played at random
solve-method = Method: { $method }
solve-residual = Residual: { $residual }
solve-certificate = Certificate: nobody gains more than { $bound } anywhere by playing differently
solve-seconds = Solved in { $seconds } s
solve-file = Table: { $path } ({ $bytes } bytes)
solve-again = Computed anew: residual { $residual }, bound { $bound }
solve-values = Winning chances by seat: { $values } ({ $label }, bound { $bound })
solve-action = { $action }: { $values }, played with chance { $chance }
