// The page for a projector: everything large, nothing to touch.

import { byId, el } from "./dom.js";
import { Board } from "./board.js";
import { connect } from "./live.js";
import { loadSigns } from "./signs.js";
import { showClock, showConnection, showGoals, showOdds, showQuestion, showReports, showSeats, showTimeline, showWinning } from "./state.js";
import { gettext } from "./words.js";

const board = new Board(byId("board"));

function show(state) {
  byId("game").textContent = state ? state.game : gettext("The table");
  if (!state) {
    byId("question").replaceChildren(el("h2", {}, gettext("No game is on the table.")));
    return;
  }
  for (const part of [showTimeline, showQuestion, showOdds, showSeats, showWinning, showGoals, showReports]) part(state);
  board.show(state);
  turnPage();
}

// What does not fit beside the board takes turns; the question always stays.
const TURN = 8000; // milliseconds
const PARTS = ["seats", "goals", "reports"];
const SIZES = [1, 0.85, 0.72, 0.6, 0.5]; // of the letters beside the board, until each part has room by itself
let first = 0;

function turnPage() {
  const aside = document.querySelector("aside");
  const parts = PARTS.map(byId).filter((part) => part.childElementCount);
  const fits = () => aside.scrollHeight <= aside.clientHeight;
  const alone = (part) => {
    for (const other of parts) other.hidden = other !== part;
    return fits();
  };
  for (const size of SIZES) {
    aside.style.fontSize = `${size}em`;
    if (parts.every(alone)) break;
  }
  for (const part of parts) part.hidden = true;
  parts.forEach((_, step) => {
    const part = parts[(first + step) % parts.length];
    part.hidden = false;
    part.hidden = step > 0 && !fits();
  });
}

addEventListener("resize", turnPage);
function nextPage() {
  first = (first + 1) % PARTS.length;
  turnPage();
}

setInterval(nextPage, TURN);
addEventListener("keydown", (event) => event.key === "PageDown" && nextPage()); // a presenter's remote sends it

await loadSigns();
connect({
  table: show,
  seat: () => {},
  connected: showConnection,
  gone: () => byId("question").replaceChildren(el("h2", {}, gettext("Scan the code on the table's screen."))),
});
setInterval(showClock, 500);
