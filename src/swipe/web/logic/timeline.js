/**
 * How long what happened may be seen to happen. Pure: the runner (`io/stage.js`) only obeys.
 *
 * A game's module plans the *steps* of a happening; each step has a `duration` at the usual pace in
 * milliseconds. Here the pace is applied, and a turn is kept within its time: 2 s at the usual pace,
 * whatever the roll, by shortening the steps that are left.
 */

export const PACES = ["calm", "usual", "quick"];
const FACTOR = { calm: 1.5, usual: 1, quick: 0.5 };

/** A turn at the usual pace, in milliseconds. */
export const TURN_MS = 1900;
/** One step at the usual pace is never shorter than this while there is time, nor longer than that. */
export const STEP_MS = [200, 600];
/** More happenings than this waiting: what is old is shown at once, what is new is played. */
export const BACKLOG = 24;

/**
 * Fit steps into what is left of a turn.
 *
 * @param {Array<{duration: number}>} steps at the usual pace
 * @param {{pace: string, spent: number, still: boolean, behind: number}} how `spent`: milliseconds of this turn
 *   used up so far, at the usual pace; `still`: no motion at all; `behind`: how many more
 *   happenings wait, so that whoever looks on does not fall further and further behind
 * @returns {{steps: Array, spent: number}} the steps with durations to play, and the time used
 */
export function fit(steps, { pace = "usual", spent = 0, still = false, behind = 0 } = {}) {
  const clamped = steps.map((step) => (step.duration ? Math.min(Math.max(step.duration, STEP_MS[0]), STEP_MS[1]) : 0));
  const wanted = clamped.reduce((sum, each) => sum + each, 0);
  const left = Math.max(TURN_MS - spent, 0);
  const squeeze = wanted > left && wanted > 0 ? Math.max(left / wanted, 0.25) : 1;
  const durations = clamped.map((each) => Math.floor(each * squeeze));
  const used = durations.reduce((sum, each) => sum + each, 0);
  const factor = still ? 0 : (FACTOR[pace] ?? 1) * (behind > 3 ? Math.max(3 / behind, 0.3) : 1);
  return {
    steps: steps.map((step, index) => ({ ...step, duration: Math.round(durations[index] * factor) })),
    spent: spent + used,
  };
}

/**
 * Split the waiting happenings of one observer into those to show at once and the one to play next.
 *
 * @returns {{skip: Array, next: object | null, rest: Array}}
 */
export function nextToPlay(queue, { hurry = false } = {}) {
  if (!queue.length) return { skip: [], next: null, rest: [] };
  const behind = hurry ? queue.length - 1 : Math.max(queue.length - BACKLOG, 0);
  return { skip: queue.slice(0, behind), next: queue[behind], rest: queue.slice(behind + 1) };
}
