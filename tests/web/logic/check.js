/** The little that these tests need of a test library; each test is a named function. */

export function equal(actual, expected, what = "") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what ? `${what}: ` : ""}got ${a}, wanted ${b}`);
}

export function ok(value, what) {
  if (!value) throw new Error(what);
}

export function throws(act, words) {
  try {
    act();
  } catch (error) {
    if (error.message.includes(words)) return;
    throw new Error(`threw ${error.message}, which does not say ${words}`);
  }
  throw new Error(`did not throw ${words}`);
}

/** Run all tests of a module; the failures as text. */
export async function run(tests) {
  const failures = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  return { count: Object.keys(tests).length, failures };
}
