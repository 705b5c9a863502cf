import { commitmentOf, draw, matchKey, proveRecord, secretOfSeed } from "/web/logic/fairness.js";
import { replay } from "/web/logic/games/swipe-dice.js";
import { hex, readRecord, unhex } from "/web/logic/record.js";
import { equal, ok, throws } from "./check.js";
import fair from "/recorded/fairness.json" with { type: "json" };

const proof = (record, known = {}) => proveRecord(record, known, replay);
const failing = (checks) => checks.filter((check) => !check.ok).map((check) => check.name);

export default {
  "gives what the server's own code gives"() {
    const secret = unhex(fair.secret);
    equal(commitmentOf(secret), fair.commitment);
    const key = matchKey(secret, fair.match, fair.entropy);
    equal(hex(key), fair.key);
    equal(fair.draws.map(([number, total]) => draw(key, number, total)), fair.draws.map(([, , ticket]) => ticket));
    equal(hex(secretOfSeed(fair.seed)), fair.secretOfSeed);
  },

  "proves a whole match, with the entropy of this device"() {
    const checks = proof(fair.record, { commitment: fair.recordCommitment, entropy: fair.recordEntropy });
    equal(failing(checks), []);
    equal(checks.map((check) => check.name), ["lines", "commitment", "entropy", "draws"]);
    equal(checks.at(-1).details.count, fair.recordDraws);
    ok(fair.recordDraws > 0, "there are draws to work out");
  },

  "proves a match whose dice come from a seed"() {
    equal(proof(fair.seededRecord).map((check) => [check.name, check.ok]), [
      ["lines", true], ["commitment", true], ["seed", true], ["draws", true]]);
  },

  "a changed roll is found, even when the running hash was made to fit"() {
    equal(failing(proof(fair.forgedRecord)), ["draws"]);
  },

  "a changed line is found by the running hash"() {
    const lines = fair.record.split("\n");
    lines[5] = lines[5].replace("seat=", "seat=1");
    equal(failing(proof(lines.join("\n"))), ["lines"]);
  },

  "another commitment than the one shown is found"() {
    equal(failing(proof(fair.record, { commitment: "00" })), ["commitment"]);
  },

  "entropy that was left out is found"() {
    equal(failing(proof(fair.record, { entropy: { 0: "ff".repeat(32) } })), ["entropy"]);
  },

  "a text that is no record says so"() {
    equal(readRecord("nonsense", (bytes) => bytes).broken, 0);
    throws(() => unhex("zz"), "hexadecimal");
  },
};
