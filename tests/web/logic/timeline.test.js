import { BACKLOG, STEP_MS, TURN_MS, fit, nextToPlay } from "/web/logic/timeline.js";
import { equal, ok } from "./check.js";

const steps = (...durations) => durations.map((duration) => ({ duration }));
const durations = (fitted) => fitted.steps.map((step) => step.duration);
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

export default {
  "steps keep their time where there is time"() {
    equal(durations(fit(steps(400, 300, 0))), [400, 300, 0]);
  },
  "no step is shorter or longer than one can follow"() {
    equal(durations(fit(steps(50, 5000))), STEP_MS);
  },
  "a turn stays under two seconds, however much happens in it"() {
    const first = fit(steps(600, 500, 500, 500, 500, 500));
    ok(sum(durations(first)) < 2000, "one throw");
    const second = fit(steps(400), { spent: first.spent });
    ok(sum([...durations(first), ...durations(second)]) <= 2000, "and a choice after it");
    ok(first.spent <= TURN_MS, "the time used is known");
  },
  "the three paces, and none"() {
    const at = (how) => durations(fit(steps(400), how))[0];
    ok(at({ pace: "calm" }) > at({ pace: "usual" }) && at({ pace: "usual" }) > at({ pace: "quick" }), "in order");
    equal(at({ pace: "calm", still: true }), 0);
  },
  "who falls behind catches up"() {
    ok(durations(fit(steps(400), { behind: 10 }))[0] < 400, "faster with a backlog");
  },
  "a long backlog is shown from its end"() {
    const queue = Array.from({ length: BACKLOG + 3 }, (_, n) => n);
    const { skip, next, rest } = nextToPlay(queue);
    equal([skip, next, rest.length], [[0, 1, 2], 3, BACKLOG - 1]);
  },
  "skipping leaves only the last"() {
    equal(nextToPlay([1, 2, 3], { hurry: true }), { skip: [1, 2], next: 3, rest: [] });
  },
  "nothing waits, nothing plays"() {
    equal(nextToPlay([]), { skip: [], next: null, rest: [] });
  },
};
