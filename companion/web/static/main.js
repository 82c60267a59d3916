// The phone's page: the table, its question, the chronicle, the rules, and the seat.

import { Board } from "./board.js";
import { button, byId, el } from "./dom.js";
import { connect } from "./live.js";
import { AnswerBox } from "./outbox.js";
import { showChronicle, showRules } from "./reading.js";
import { QuestionForm } from "./questions.js";
import { SeatPage, showLanguages } from "./seat.js";
import { loadSigns } from "./signs.js";
import { showClock, showConnection, showGoals, showOdds, showQuestion, showReports, showSeats, showTimeline, showWinning } from "./state.js";
import { gettext } from "./words.js";

const REFUSAL_SECONDS = 12;

let state = null;
let seat = null;
let view = "table";
let refusalEnds = 0;

const board = new Board(byId("board"), (places) => form.touch(places));
const form = new QuestionForm(byId("answer"), board, byId("aim"), give);
const seatPage = new SeatPage(byId("my-seat"));
const answers = new AnswerBox({ waits: showWaiting, done: showReply });

function give(answer) {
  hideRefusal();
  return answers.give({ seq: state.seq, ...answer });
}

function showReply(answer, reply) {
  hideRefusal();
  if (!reply.taken) refuse(reply.message || gettext("The answer was not taken."), reply.rules || []);
  else if (reply.message) form.say(reply.message);
  if (reply.taken && navigator.vibrate) navigator.vibrate(30);
}

function showWaiting() {
  refuse(gettext("The table cannot be reached. Your answer is sent when it is back."), []);
  clearTimeout(refusalEnds);
  byId("refusal").append(" ", button(gettext("Do not send"), () => {
    answers.cancel();
    hideRefusal();
  }, { class: "small" }));
}

// A phone on the table stays lit, where its browser allows that to a page without encryption.
async function stayLit() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // The battery is low: the phone may sleep.
  }
}

function showConnected(yes) {
  showConnection(yes);
  if (!yes) return;
  answers.flush();
  seatPage.flush();
}

function refuse(words, rules) {
  const home = byId("refusal");
  home.replaceChildren(words, ...(rules.length ? [" ", el("span", { class: "rule" }, rules.join(", "))] : []));
  home.hidden = false;
  home.scrollIntoView({ block: "nearest" });
  clearTimeout(refusalEnds);
  refusalEnds = setTimeout(hideRefusal, REFUSAL_SECONDS * 1000);
}

function hideRefusal() {
  byId("refusal").hidden = true;
}

async function showTable(next) {
  const changed = !state || !next || state.seq !== next.seq;
  state = next;
  byId("game").textContent = document.title = state ? state.game : gettext("The table");
  if (changed && !answers.answer) hideRefusal();
  if (!state) {
    byId("question").replaceChildren(el("h2", {}, gettext("No game is on the table.")),
      el("p", {}, el("a", { href: "/boards" }, gettext("Boards of this table"))));
    for (const id of ["answer", "odds", "board", "winning", "seats", "goals", "reports", "timeline", "clock"]) byId(id).replaceChildren();
    board.name = "";
    form.clear();
    return;
  }
  for (const part of [showTimeline, showQuestion, showOdds, showGoals, showReports]) part(state);
  showSeats(state, seat ? seat.seat : null);
  showWinning(state);
  await board.show(state);
  showAnswer();
  if (changed && view === "chronicle") showChronicle(byId("view-chronicle"), state);
}

function showSeat(next) {
  seat = next;
  if (!state) return;
  showSeats(state, seat.seat);
  showAnswer();
}

// The form, and the board above it where the answer lies on the board.
function showAnswer() {
  form.show(state, seat);
  seatPage.show(state, seat);
  const above = byId(form.onBoard ? "question" : "odds");
  if (above.nextElementSibling !== byId("board")) above.after(byId("board"));
  frame();
}

function frame() {
  if (state) board.frame(form.onBoard ? state.question.places : []);
}

function open(name) {
  view = name;
  for (const section of document.querySelectorAll("main > section")) section.hidden = section.id !== `view-${name}`;
  for (const tab of document.querySelectorAll("nav button")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (name === "chronicle" && state) showChronicle(byId("view-chronicle"), state);
  if (name === "rules") showRules(byId("view-rules"), state);
  if (name === "seat") seatPage.open();
  byId("aim").classList.toggle("away", name !== "table");
  window.scrollTo(0, 0);
  if (name === "table") frame();
}

function gone() {
  document.body.replaceChildren(el("main", { class: "alone" },
    el("h1", {}, gettext("You are not at the table.")),
    el("p", {}, gettext("Scan the code on the table's screen again."))));
}

for (const tab of document.querySelectorAll("nav button")) tab.addEventListener("click", () => open(tab.dataset.view));
showLanguages(byId("languages"));
await loadSigns();
connect({ table: showTable, seat: showSeat, connected: showConnected, gone });
window.addEventListener("resize", frame);
setInterval(showClock, 500);
// Large letters take two lines of keys: what stands above them follows.
new ResizeObserver(() => document.documentElement.style.setProperty("--nav", `${document.querySelector("nav").offsetHeight}px`))
  .observe(document.querySelector("nav"));
stayLit();
document.addEventListener("visibilitychange", stayLit);
