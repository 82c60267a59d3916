// The seat of this phone: taking one, and the private page that only this seat sees.

import { button, byId, el } from "./dom.js";
import { read, send } from "./live.js";
import { forgetPage, keepPage, keptPage } from "./outbox.js";
import { badge } from "./signs.js";
import { seatOf } from "./state.js";
import { choose, gettext, language, languages } from "./words.js";

const SAVE_AFTER = 800; // milliseconds after the last key

export class SeatPage {
  constructor(home) {
    this.home = home;
    this.shown = "";
    this.state = null;
    this.seat = null;
    this.saving = 0;
    this.cards = [];
  }

  show(state, seat) {
    this.state = state;
    this.seat = seat;
    if (!seat || !state) return;
    const key = [seat.phone, seat.seat, seat.seats_open, seat.free.join()].join("|");
    if (key === this.shown) return;
    this.shown = key;
    if (seat.seat) this.showPrivate();
    else this.showFree();
  }

  open() {
    if (this.state && this.seat) this.show(this.state, this.seat);
  }

  showFree() {
    const { state, seat } = this;
    const seats = seat.free.map((id) => seatOf(state, id)).filter(Boolean);
    const words = seat.seats_open
      ? seats.length ? gettext("Take your seat to answer its questions.") : gettext("All seats are taken.")
      : gettext("The host lets phones watch only.");
    this.home.replaceChildren(
      el("h2", {}, `${gettext("My seat")} · ${seat.phone}`),
      el("p", {}, words),
      el("div", { class: "choices" }, ...seats.map((free) => button([badge(free), ` ${free.name}`], () => this.take(free.id), { class: "big" }))),
      this.note());
  }

  note() {
    this.status = el("p", { role: "status", class: "said" });
    return this.status;
  }

  async take(id) {
    const reply = await send("/api/seat", { seat: id });
    if (!reply.taken) this.status.textContent = reply.message;
  }

  async showPrivate() {
    const mine = seatOf(this.state, this.seat.seat);
    const kept = await read("/api/private");
    if (!kept) {
      this.home.replaceChildren(
        el("p", {}, gettext("Your page cannot be read now. Nothing is lost.")),
        button(gettext("Try again"), () => this.showPrivate(), { class: "big" }));
      return;
    }
    const unsent = keptPage(this.seat.game, this.seat.seat);
    const page = unsent || kept.page;
    this.cards = page.cards;
    this.list = el("ul", { class: "cards", "aria-label": gettext("Hand of cards") });
    const add = el("input", { type: "text", id: "card", maxlength: "60", autocomplete: "off" });
    const put = () => {
      if (!add.value.trim()) return;
      this.cards = [...this.cards, add.value.trim()];
      add.value = "";
      this.showCards();
      this.save();
    };
    add.addEventListener("keydown", (event) => event.key === "Enter" && put());
    this.home.replaceChildren(
      el("h2", {}, badge(mine), ` ${mine.name} · ${this.seat.phone}`),
      el("p", { class: "detail" }, gettext("Only this phone sees this page.")),
      el("h3", {}, gettext("Hand of cards")),
      this.list,
      el("label", { for: "card" }, gettext("Add a card")),
      el("div", { class: "line" }, add, button(gettext("Add"), put)),
      this.photo(kept.photo),
      this.area("objectives", gettext("Secret objectives"), page.objectives),
      this.area("notes", gettext("Notes"), page.notes),
      this.note(),
      button(gettext("Leave this seat"), () => this.leave(), { class: "quiet" }));
    this.showCards();
    if (kept.lost) this.say(gettext("Your page was damaged. The old file is kept at the table: please write it anew."));
    if (unsent) this.save();
  }

  // The table can be reached again.
  flush() {
    if (this.seat && this.seat.seat && byId("notes") && keptPage(this.seat.game, this.seat.seat)) this.save();
  }

  showCards() {
    this.list.replaceChildren(...this.cards.map((card, number) => el("li", {}, card, button("×", () => {
      this.cards = this.cards.filter((_, other) => other !== number);
      this.showCards();
      this.save();
    }, { class: "small", "aria-label": gettext("Remove {card}", { card }) }))));
  }

  area(name, words, value) {
    const field = el("textarea", { id: name, rows: "4", maxlength: "4000" });
    field.value = value;
    field.addEventListener("input", () => {
      this.keep();
      clearTimeout(this.saving);
      this.saving = setTimeout(() => this.save(), SAVE_AFTER);
    });
    field.addEventListener("change", () => this.save());
    return el("div", {}, el("label", { for: name }, words), field);
  }

  photo(there) {
    const picture = el("img", { class: "hand", alt: gettext("Photo of your hand"), hidden: !there });
    if (there) picture.src = `/api/private/photo?${Date.now()}`;
    const file = el("input", { type: "file", id: "photo", accept: "image/*", capture: "environment" });
    file.addEventListener("change", async () => {
      if (!file.files.length) return;
      this.say(gettext("Sending the photo."));
      const reply = await send("/api/private/photo", file.files[0]);
      this.say(reply.taken ? gettext("The photo is saved.") : reply.message);
      if (reply.taken) {
        picture.src = `/api/private/photo?${Date.now()}`;
        picture.hidden = drop.hidden = false;
      }
    });
    const drop = button(gettext("Delete the photo"), async () => {
      const reply = await send("/api/private/photo", {}, "DELETE");
      if (reply.taken) picture.hidden = drop.hidden = true;
      this.say(reply.taken ? gettext("The photo is deleted.") : reply.message);
    }, { class: "quiet", hidden: !there });
    return el("div", {}, el("label", { for: "photo" }, gettext("Photo of your hand")), file, picture, drop);
  }

  // Stores what is written on the phone, until the table has it.
  keep() {
    const page = { cards: this.cards, objectives: byId("objectives").value, notes: byId("notes").value };
    keepPage(this.seat.game, this.seat.seat, page);
    return page;
  }

  async save() {
    clearTimeout(this.saving);
    const page = this.keep();
    const reply = await send("/api/private", page);
    if (reply.taken) forgetPage(page);
    this.say(reply.taken ? gettext("Saved.") : reply.unreached ? gettext("Kept on this phone. The table gets it when it is back.") : reply.message);
  }

  say(words) {
    this.status.textContent = words;
  }

  async leave() {
    const reply = await send("/api/seat", { seat: null });
    if (!reply.taken) this.say(reply.message);
  }
}

// The languages of the program, each by its own name; English alone needs no choice.
export function showLanguages(home) {
  const codes = Object.keys(languages);
  if (codes.length < 2) return;
  const field = el("select", { id: "language" }, ...codes.map((code) =>
    el("option", { value: code, lang: code, selected: code === language }, languages[code])));
  field.addEventListener("change", () => choose(field.value));
  home.replaceChildren(el("label", { for: "language" }, gettext("Language of this phone")), field);
}
