### Exact play: swipe solve.

cli-solve = Solve a dice game exactly and keep the table.
cli-solve-more =
    GAME is swipe-dice or skip-bo-dice. The table is made once and kept in your cache, with a certificate: a bound on what anybody could gain, in any position, by playing differently. A run that was interrupted goes on from its last checkpoint.
cli-solve-info = Say what the table holds; solve nothing.
cli-solve-position = The winning chances in this position, and how the table plays it; written like "swipe-dice/1 2 | 2.2,2.2 46.3.3 roll 1 2" (docs/notation.md explains it).
cli-solve-processes = How many cores to use (usually 2).
cli-solve-resume = Go on from what is there, or start over with --fresh.
cli-solve-certify = Compute the certificate anew, from nothing but the table and the rules.
cli-solve-levels = Stop after so many levels; the same command goes on later.
cli-solve-cache = Keep the table in this directory instead of your cache.

solve-error-none = there is no table for these rules yet; without --info or --position the command makes it
solve-error-game = { $game } cannot be solved; { $known } can
solve-progress = level { $level }: { $done } of { $all } positions, { $seconds } s; { $mixed } choices at random, gain { $gain }
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
