/** The coach's errands: asks over the table's socket, fetches reviews, opens tables that go on. */

import { FIRST_QUESTION, questionOf, showsChances } from "../logic/coach.js";
import { matchNumber } from "../logic/typed.js";

export class CoachDesk {
  /** @param {object} app the client: `socket`, `token(seat)`, `render()`, `preferences` */
  constructor(app) {
    this.app = app;
    this.next = FIRST_QUESTION;
    this.reset();
  }

  reset() {
    this.question = ""; // what was last asked
    this.id = 0;
    this.outlook = null; // the answer, and what it answers
    this.answered = "";
    this.failed = "";
  }

  shows(view) {
    return showsChances(view, this.app.preferences.coach);
  }

  toggle = () => this.app.prefer({ coach: !this.shows(this.app.view) });

  /** What is known of the position on the screen; null while it is being worked out. */
  answer(view) {
    return this.answered === questionOf(view) ? this.outlook : null;
  }

  /** Ask, when the position at rest is one that has not been asked about. */
  follow(view) {
    if (!this.shows(view) || !view.settled || !view.connected) return;
    const question = questionOf(view);
    if (question === this.question) return;
    this.question = question;
    this.failed = "";
    this.id = this.next++;
    const token = view.me === null ? "" : this.app.token(view.me);
    this.app.socket.say({ type: "ask", id: this.id, match: view.match, version: view.version, token });
  }

  /** Take a message that is the coach's; true if it was. */
  hear(message) {
    if (!(message.id >= FIRST_QUESTION)) return false;
    if (message.id !== this.id) return true; // about a position that has passed
    if (message.type === "advice") {
      this.outlook = message.outlook;
      this.answered = this.question;
    } else if (message.code === "too-fast") {
      // Asked too soon after the last question: once more in a moment.
      setTimeout(() => {
        this.question = "";
        this.app.render();
      }, 700);
    } else if (message.code !== "stale-command") this.failed = message.text;
    this.app.render();
    return true;
  }
}

/** The review of a match: what is being looked at. */
export class ReviewDesk {
  constructor(app, table, number) {
    this.app = app;
    this.table = table;
    this.number = number;
    this.ply = 0;
    this.review = null;
    this.failed = "";
    this.busy = false;
    this.load();
  }

  get path() {
    return `/api/tables/${encodeURIComponent(this.table)}/matches/${this.number}`;
  }

  async load() {
    try {
      const answer = await fetch(`${this.path}/review`);
      const body = await answer.json();
      if (answer.ok) {
        this.review = body;
        this.ply = body.plies.length;
      } else this.failed = body.text;
    } catch (error) {
      this.failed = String(error);
    }
    this.app.render();
  }

  look = (ply) => {
    this.ply = Math.max(0, Math.min(ply, this.review.plies.length));
    this.app.render();
  };

  /** Go on from here at a new table, everybody at this device. */
  whatIf = async (dice) => {
    const { review, ply } = this;
    const people = review.seats.filter((seat) => !seat.bot);
    this.failed = "";
    this.busy = true;
    this.app.render();
    const failed = await goOn(this.app, this.path, { ply, dice }, people.map(({ seat, name }) => ({ seat, name, bot: "" })));
    this.busy = false;
    this.failed = failed;
    this.app.render();
  };
}

/** Take back the last roll or choice of a match with real dice: go on from before it. */
export async function takeBack(app, view) {
  const sittings = view.held.map((seat) => ({ seat, name: view.seats[seat].name, bot: "" }));
  const path = `/api/tables/${encodeURIComponent(app.table.name)}/matches/${matchNumber(view.match)}`;
  const failed = await goOn(app, path, { ply: -1, dice: "typed" }, sittings);
  if (failed) app.complain(failed);
}

/** Open the table that goes on, and go there; returns why not, or "". */
async function goOn(app, path, wish, sittings) {
  try {
    const answer = await fetch(`${path}/what-if`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wish),
    });
    const body = await answer.json();
    if (!answer.ok) return body.text;
    app.plan = { table: body.table, sittings, start: true };
    app.go(body.path);
    return "";
  } catch (error) {
    return String(error);
  }
}
