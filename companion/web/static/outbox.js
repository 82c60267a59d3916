// What could not be sent: it waits on the phone and is sent when the table can be reached again.

import { send } from "./live.js";

const PAGE = "companion-unsent-page";

// The one answer that waits. Its id lets the table act only once, however often it arrives.
export class AnswerBox {
  // on: {waits(answer), done(answer, reply)}
  constructor(on) {
    this.on = on;
    this.answer = null;
    this.sending = false;
  }

  async give(answer) {
    this.answer = { id: newId(), ...answer };
    return this.flush();
  }

  cancel() {
    this.answer = null;
  }

  // Sends the answer that waits; returns whether it was taken.
  async flush() {
    if (!this.answer || this.sending) return false;
    this.sending = true;
    const answer = this.answer;
    const reply = await send("/api/answer", answer);
    this.sending = false;
    if (this.answer !== answer) return this.flush(); // another one was given meanwhile
    if (reply.unreached) {
      this.on.waits(answer);
      return false;
    }
    this.answer = null;
    this.on.done(answer, reply);
    return reply.taken;
  }
}

// Random; the browser's own ids need https.
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The private page of a seat as it was last written; it outlives a reload until the table has it.
export function keepPage(game, seat, page) {
  try {
    localStorage.setItem(PAGE, JSON.stringify({ game, seat, page }));
  } catch {
    // A browser that stores nothing still sends the page.
  }
}

export function keptPage(game, seat) {
  try {
    const kept = JSON.parse(localStorage.getItem(PAGE));
    return kept && kept.game === game && kept.seat === seat ? kept.page : null;
  } catch {
    return null;
  }
}

export function forgetPage(page) {
  try {
    const kept = JSON.parse(localStorage.getItem(PAGE));
    if (kept && JSON.stringify(kept.page) === JSON.stringify(page)) localStorage.removeItem(PAGE);
  } catch {
    // Nothing was stored.
  }
}
