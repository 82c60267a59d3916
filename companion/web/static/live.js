// The connection to the table: server-sent events in, answers out.

import { gettext } from "./words.js";

const SILENCE = 5000; // milliseconds without a sign of life after which the phone connects anew; a ping comes every 2000
const RETRY = 2000;
const PATIENCE = 12000; // milliseconds that a request may take; a photo may take longer
const PHOTO_PATIENCE = 90000;

let source = null;
let heard = 0;

// on: {table(state), seat(state), connected(yes), gone()}
export function connect(on) {
  const open = () => {
    if (source) source.close();
    heard = Date.now();
    source = new EventSource("/api/live");
    const listen = (name, act) =>
      source.addEventListener(name, (event) => {
        heard = Date.now();
        on.connected(true);
        act(JSON.parse(event.data));
      });
    listen("ping", () => {});
    listen("table", on.table);
    listen("seat", on.seat);
    listen("gone", () => {
      source.close();
      source = null;
      on.gone();
    });
    source.onerror = () => {
      on.connected(false);
      // A refused stream is not tried again by the browser itself.
      if (source && source.readyState === EventSource.CLOSED) check(on, open);
    };
  };
  open();
  setInterval(() => {
    if (!source || source.readyState === EventSource.CLOSED || Date.now() - heard < SILENCE) return;
    on.connected(false);
    open();
  }, 500);
  // A phone that wakes up has often lost its connection without being told.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && source) open();
  });
  window.addEventListener("online", open);
  window.addEventListener("offline", () => on.connected(false));
}

async function check(on, open) {
  try {
    const response = await fetch("/api/rules?q=-", { headers: { Accept: "application/json" } });
    if (response.status === 401) {
      on.gone();
      return;
    }
  } catch {
    // The table cannot be reached yet.
  }
  setTimeout(open, RETRY);
}

// Sends something and returns {taken, message, rules, late, unreached}; never throws.
export async function send(path, body, method = "POST") {
  const raw = body instanceof Blob;
  try {
    const response = await fetch(path, {
      method,
      headers: raw ? {} : { "Content-Type": "application/json" },
      body: raw ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(raw ? PHOTO_PATIENCE : PATIENCE),
    });
    return await response.json();
  } catch {
    return { taken: false, message: gettext("The table cannot be reached. Try again."), rules: [], unreached: true };
  }
}

export async function read(path) {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
