// One form for each kind of question. Forms only collect an answer; the table rules on it.

import { button, el } from "./dom.js";
import { compare, gettext, lower, ngettext } from "./words.js";

const FEW = 14; // places up to which each gets a button without a search

const ON_THE_BOARD = ["pick", "pick or end", "several", "deploy"];

export class QuestionForm {
  // bar: where a touch on the board shows what it chose; give(answer) -> promise of whether it was taken
  constructor(home, board, bar, give) {
    this.home = home;
    this.board = board;
    this.bar = bar;
    this.give = give;
    this.asked = "";
    this.status = null;
    this.words = {};
    this.forget();
  }

  clear() {
    this.asked = "";
    this.forget();
    this.home.replaceChildren();
  }

  forget() {
    this.touch = () => {};
    this.unaimed = [];
    this.onBoard = false;
    this.aim();
  }

  // Shows the places that a touch on the board may mean; a key, or a second touch on the one place, confirms.
  aim(ids = [], name = null, act = null) {
    const again = ids.length === 1 && ids.join() === this.aimed;
    this.aimed = ids.join();
    this.board.mark(ids);
    const confirm = (id) => {
      this.aim();
      act(id);
    };
    if (again) return confirm(ids[0]);
    const keys = ids.map((id) => button(name(id), () => confirm(id), { class: "big" }));
    if (ids.length) keys.push(button("×", () => this.aim(), { class: "small quiet", "aria-label": gettext("Choose another") }));
    this.bar.replaceChildren(...(keys.length ? keys : this.unaimed));
    this.bar.hidden = !this.bar.childElementCount;
  }

  say(words) {
    if (this.status) this.status.textContent = words;
  }

  show(state, seat) {
    if (!seat || seat.seq !== state.seq) return;
    const roll = seat.question && seat.question.kind === "roll";
    const dice = roll ? JSON.stringify([state.dice, state.dice_counts, state.read_dice]) : "";
    const asked = JSON.stringify([state.seq, seat.seat, seat.pools, seat.offers, Boolean(seat.question), seat.can_undo, state.paused, dice, this.board.name]);
    if (asked === this.asked) return;
    const again = this.asked && JSON.parse(this.asked)[0] === state.seq;
    this.asked = asked;
    const focused = this.home.contains(document.activeElement) || this.bar.contains(document.activeElement);
    this.forget();
    if (state.paused) {
      this.home.replaceChildren(el("p", { class: "detail" }, gettext("The game is paused.")));
      return;
    }
    this.words = seat.words;
    const parts = [];
    const entered = again && roll ? this.dice || {} : {};
    if (seat.question) parts.push(...this.form(seat.question, state, seat, entered));
    for (const [id, label] of Object.entries(seat.offers)) {
      parts.push(button(label, () => this.give({ raw: { offer: id } }), { class: "offer" }));
    }
    if (seat.can_undo) parts.push(button(gettext("Undo my answer"), () => this.give({ undo: true }), { class: "quiet" }));
    this.status = el("p", { role: "status", class: "said" });
    this.home.replaceChildren(...parts, this.status);
    this.onBoard = Boolean(seat.question && this.board.drawing && ON_THE_BOARD.includes(seat.question.kind));
    this.aim();
    // What had the focus is gone: a screen reader goes on at the new question.
    if (focused) document.querySelector("#question h2")?.focus({ preventScroll: true });
  }

  form(question, state, seat, entered) {
    const kinds = {
      "choose": () => this.choose(question),
      "pick": () => this.pick(question, state),
      "pick or end": () => this.pick(question, state),
      "several": () => this.several(question, state),
      "deploy": () => this.deploy(question, state),
      "count": () => this.count(question),
      "cards": () => this.cards(question, seat.words),
      "roll": () => this.roll(question, state, seat, entered),
      "measure": () => this.measure(question),
      "fill in": () => this.fillIn(question),
      "confirm": () => [this.row(button(question.yes, () => this.answer(true)), button(question.no, () => this.answer(false), { class: "quiet" }))],
      "shuffle": () => this.shuffle(question, state),
    };
    return kinds[question.kind]();
  }

  answer(raw) {
    return this.give({ raw });
  }

  row(...parts) {
    return el("div", { class: "line" }, ...parts);
  }

  placeName(id, state) {
    const known = [...state.roster, ...state.seats].find((one) => one.id === id);
    return known ? known.name : this.board.names[id] ?? this.words[id] ?? id;
  }

  // Buttons for places; a search where there are many.
  places(ids, state, act, chosen = () => false) {
    const list = el("div", { class: "choices places" });
    const fill = (words) => list.replaceChildren(...ids
      .map((id) => [id, this.placeName(id, state)])
      .filter(([, name]) => lower(name).includes(lower(words)))
      .sort((one, other) => compare(one[1], other[1]))
      .map(([id, name]) => button(name, () => act(id), { "aria-pressed": chosen(id) ? "true" : null })));
    fill("");
    if (ids.length <= FEW) return { parts: [list], fill: () => fill("") };
    const search = el("input", { type: "search", id: "place", autocomplete: "off" });
    search.addEventListener("input", () => fill(search.value));
    const drawer = el("details", { class: "places" }, el("summary", {}, gettext("Choose by name ({count})", { count: ids.length })), el("label", { for: "place" }, gettext("Name")), search, list);
    return { parts: [drawer], fill: () => fill(search.value) };
  }

  choose(question) {
    return [el("div", { class: "choices" }, ...question.options.map((option) =>
      button([el("b", {}, option.label), ...(option.detail ? [el("small", {}, option.detail)] : [])], () => this.answer(option.id),
        { class: option.ruling.allowed ? "big" : "big denied" })))];
  }

  pick(question, state) {
    this.touch = (ids) => this.choosing(question, ids, (id) => this.placeName(id, state), (id) => this.answer(id));
    const { parts } = this.places(question.allowed, state, (id) => this.answer(id));
    const end = question.kind === "pick or end" ? [button(question.end, () => this.answer("end"), { class: "quiet" })] : [];
    if (!this.board.drawing) return [...parts, ...end];
    this.unaimed = end;
    return parts;
  }

  // A touch on the drawing shows what it chooses first; what may not be chosen gets its ruling at once, and so does a unit.
  choosing(question, ids, name, act) {
    if (this.board.drawing && ids.every((id) => question.allowed.includes(id))) this.aim(ids, name, act);
    else act(ids[0]);
  }

  several(question, state) {
    const chosen = new Set();
    const done = button("", () => this.answer([...chosen]));
    const list = this.places(question.allowed, state, (id) => flip(id), (id) => chosen.has(id));
    const flip = (id) => {
      if (!chosen.delete(id)) chosen.add(id);
      this.board.mark([...chosen]);
      list.fill();
      words();
    };
    const words = () => {
      done.textContent = chosen.size ? gettext("These {count}", { count: chosen.size }) : question.none || gettext("Choose at least one");
    };
    this.touch = ([id]) => (question.allowed.includes(id) ? flip(id) : this.answer([id]));
    words();
    if (!this.board.drawing) return [...list.parts, done];
    this.unaimed = [done];
    return list.parts;
  }

  deploy(question, state) {
    const amount = this.stepper("amount", gettext("How many"), Math.max(question.least, 1), question.least, question.most);
    const put = (place) => this.answer({ place, count: amount.value() });
    this.touch = (ids) => this.choosing(question, ids, (id) => gettext("{place}: place {count}", { place: this.placeName(id, state), count: amount.value() }), put);
    const { parts } = this.places(question.allowed, state, put);
    const left = el("p", { class: "detail" }, gettext("{count} left.", { count: question.most }));
    const several = question.most > Math.max(question.least, 1) ? [amount.node] : [];
    if (!this.board.drawing) return [...several, left, ...parts];
    this.unaimed = several;
    return [left, ...parts];
  }

  count(question) {
    const start = question.suggested === null ? question.least : question.suggested;
    const number = this.stepper("count", question.unit ? gettext("How many {things}?", { things: question.unit }) : gettext("How many?"), start, question.least, question.most);
    return [number.node, button(gettext("Confirm"), () => this.answer(number.value()))];
  }

  // A number with keys for less and more; blank without a value, until a key starts at the largest.
  stepper(id, words, value, least, most, step = 1) {
    const field = el("input", { type: "number", id, value: String(value ?? ""), min: String(least), max: most === null ? null : String(most), step: String(step), inputmode: step === 1 ? "numeric" : "decimal" });
    const move = (by) => {
      const next = field.value === "" ? most : Number(field.value) + by;
      field.value = String(Math.max(least, most === null ? next : Math.min(most, next)));
    };
    const node = el("div", {}, el("label", { for: id }, words), this.row(
      button("−", () => move(-step), { class: "small", "aria-label": gettext("Less") }), field,
      button("+", () => move(step), { class: "small", "aria-label": gettext("More") }),
      most !== null && most - least > 2 ? button(gettext("All"), () => { field.value = String(most); }, { class: "small" }) : null));
    return { node, value: () => Number(field.value), blank: () => field.value === "" };
  }

  cards(question, words) {
    const laid = [];
    const hand = el("p", { class: "laid", role: "status" });
    const show = () => {
      hand.textContent = laid.length ? laid.map((kind) => words[kind]).join(" + ") : gettext("No card yet.");
    };
    const kinds = el("div", { class: "choices" }, ...question.kinds.map((kind) => button(words[kind], () => {
      laid.push(kind);
      show();
    })));
    const back = button(gettext("Undo card"), () => {
      laid.pop();
      show();
    }, { class: "quiet" });
    show();
    const none = question.none ? [button(question.none, () => this.answer([]), { class: "quiet" })] : [];
    return [kinds, hand, this.row(button(question.lay, () => this.answer(laid)), back), ...none];
  }

  measure(question) {
    const inches = this.stepper("inches", gettext("From {start} to {finish}, in inches", { start: question.start, finish: question.finish }), 0, 0, null, 0.0625);
    const bounds = [question.because, question.most === null ? "" : gettext("at most {most}\"", { most: question.most })].filter(Boolean).join(", ");
    const confirm = button(gettext("Confirm"), () => this.answer(inches.value()));
    confirm.disabled = true; // a measurement is never preset
    for (const event of ["click", "input"]) inches.node.addEventListener(event, () => (confirm.disabled = false));
    return [inches.node, ...(bounds ? [el("p", { class: "detail" }, bounds)] : []), confirm];
  }

  fillIn(question) {
    const readers = {};
    const rows = question.fields.map((field) => {
      const id = `field-${field.name}`;
      if (field.choices.length) {
        const select = el("select", { id }, ...field.choices.map((choice) => el("option", { value: choice, selected: choice === field.value }, field.words?.[choice] ?? choice)));
        readers[field.name] = () => select.value;
        return el("div", {}, el("label", { for: id }, field.label), select);
      }
      if (typeof field.value === "number") {
        const price = question.prices[field.name];
        const words = price ? gettext("{thing} ({price} each)", { thing: field.label, price }) : field.label;
        const number = this.stepper(id, words, field.value, field.least, field.most);
        readers[field.name] = number.value;
        return number.node;
      }
      const words = el("input", { type: "text", id, value: field.value, maxlength: "200" });
      readers[field.name] = () => words.value;
      return el("div", {}, el("label", { for: id }, field.label), words);
    });
    const purse = question.purse === null ? [] : [el("p", { class: "detail" }, gettext("You can spend {count}.", { count: question.purse }))];
    const read = () => Object.fromEntries(Object.entries(readers).map(([name, value]) => [name, value()]));
    return [...rows, ...purse, button(gettext("Confirm"), () => this.answer(read()))];
  }

  shuffle(question, state) {
    const order = [];
    const next = el("p", { role: "status" });
    const left = () => question.items.filter((item) => !order.includes(item));
    const list = this.places(question.items, state, (item) => put(item), (item) => order.includes(item));
    const put = (item) => {
      if (order.includes(item) || !question.items.includes(item)) return;
      order.push(item);
      words();
      if (!left().length) this.answer(order);
    };
    const words = () => {
      next.textContent = gettext("Card {number} of {count}", { number: order.length + 1, count: question.items.length });
      list.fill();
    };
    words();
    const byHand = el("details", {}, el("summary", {}, gettext("By hand")), next, ...list.parts, button(gettext("Undo card"), () => {
      order.pop();
      words();
    }, { class: "quiet" }));
    this.touch = ([item]) => byHand.open && put(item);
    return [button(gettext("Let chance decide"), () => this.give({ chance: true })), byHand];
  }

  // --- dice ---------------------------------------------------------------------------------------------------

  roll(question, state, seat, entered) {
    const parts = [];
    if (state.read_dice) {
      const words = Object.entries(state.read_dice).map(([pool, faces]) => `${seat.words[pool] ?? pool} ${faces.join("-")}`).join(", ");
      parts.push(el("p", {}, gettext("The camera read: {dice}", { dice: words })), button(gettext("Dice are right"), () => this.give({ confirm: true })));
    }
    this.dice = entered;
    const mine = question.pools.filter((pool) => seat.pools.includes(pool.name));
    for (const pool of question.pools.filter((other) => !mine.includes(other))) {
      const known = state.dice[pool.name];
      const count = state.dice_counts[pool.name];
      const name = seat.words[pool.name];
      parts.push(el("p", { class: "detail" }, known ? `${name}: ${known.join("-")}`
        : count ? gettext("{pool}: rolls {count}", { pool: name, count }) : gettext("{pool}: not rolled yet", { pool: name })));
    }
    for (const pool of mine) parts.push(this.pool(question, pool, state, seat.words[pool.name]));
    parts.push(button(gettext("Confirm"), () => this.giveDice(mine, state)));
    // Losses are those of both sides: told by whom the whole roll is asked of.
    return mine.length === question.pools.length && question.contest ? [...parts, ...this.losses(question, state, seat)] : parts;
  }

  // What a roll cost, without its dice; and what several rolls have left, as one number for each side.
  losses(question, state, { several, beaten }) {
    const sides = ["attacker", "defender"];
    const keys = question.outcomes.map((lost) => {
      const [only, ...others] = sides.filter((side) => lost[side]);
      return button(others.length ? gettext("{number} each", { number: lost.attacker })
        : `${this.placeName(question.contest[only].seat, state)} −${lost[only]}`, () => this.answer({ losses: lost }), { class: "key wide" });
    });
    const left = sides.map((side) => {
      const { place, armies } = question.contest[side];
      const standing = state.places[place].count;
      const preset = side === "defender" && beaten !== null ? standing - beaten : null;
      const number = this.stepper(`left-${side}`, gettext("Left in {place}", { place: this.placeName(place, state) }), preset, standing - armies, standing);
      return { ...number, lost: () => standing - number.value() };
    });
    const give = () => this.answer({ losses: Object.fromEntries(sides.map((side, number) => [side, left[number].lost()])) });
    const confirm = button(gettext("Confirm"), give);
    const told = el("details", {}, el("summary", {}, gettext("Several rolls")), ...left.map((side) => side.node), confirm);
    const allow = () => (confirm.disabled = left.some((side) => side.blank()));
    for (const event of ["click", "input"]) told.addEventListener(event, allow);
    allow();
    return [...(keys.length ? [el("div", { class: "keys losses" }, ...keys)] : []), ...(several ? [told] : [])];
  }

  async giveDice(mine, state) {
    const dice = {};
    for (const pool of mine) {
      const faces = this.dice[pool.name] || [];
      // Dice that another phone has entered stay as they are.
      if (faces.length || !(pool.name in state.dice)) dice[pool.name] = faces;
    }
    if (mine.length > 1 && Object.values(dice).every((faces) => !faces.length)) return this.say(gettext("Enter the dice."));
    const own = mine.length > 1 ? Object.fromEntries(Object.entries(dice).filter(([, faces]) => faces.length)) : dice;
    return this.answer(own);
  }

  pool(question, pool, state, title) {
    const known = state.dice[pool.name];
    const faces = (this.dice[pool.name] ||= []);
    const shown = el("p", { class: "dice", role: "status" });
    const words = question.melee ? symbolWords(question) : null;
    const name = (face) => (words ? words[pool.name][face - 1] : String(face));
    const show = () => {
      shown.textContent = faces.length ? faces.map(name).join(words ? ", " : " ") : known ? known.map(name).join(" ") : gettext("No die yet.");
    };
    const keys = Array.from({ length: pool.sides }, (_, number) => button(name(number + 1), () => {
      if (faces.length < pool.most) faces.push(number + 1);
      show();
    }, { class: words ? "key wide" : "key", "aria-label": `${title} ${name(number + 1)}` }));
    const back = button("⌫", () => {
      faces.pop();
      show();
    }, { class: "key quiet", "aria-label": gettext("{pool}: take the last die back", { pool: title }) });
    show();
    const dice = pool.least === pool.most ? ngettext("{count} die", "{count} dice", pool.most)
      : gettext("{least} to {most} dice", { least: pool.least, most: pool.most });
    return el("fieldset", {}, el("legend", {}, `${title}: ${dice}`),
      ...this.counts(pool, state), shown, el("div", { class: "keys" }, ...keys, back));
  }

  // How many dice a side rolls matters to the camera before they are thrown.
  counts(pool, state) {
    if (pool.least === pool.most || pool.most > 6) return [];
    const numbers = Array.from({ length: pool.most - pool.least + 1 }, (_, number) => pool.least + number);
    return [this.row(...numbers.map((number) => button(ngettext("{count} die", "{count} dice", number),
      () => this.give({ dice_counts: { [pool.name]: number } }),
      { class: "small", "aria-pressed": state.dice_counts[pool.name] === number ? "true" : "false" })))];
  }
}

// What the faces of symbol dice show, by pool: the contest carries the dice in the order of the pools.
function symbolWords(question) {
  const dice = [...question.melee.attack, ...question.melee.defence].filter((die) => die.length > 1);
  const words = {};
  for (const pool of question.pools) {
    words[pool.name] = dice[0].map(faceWords);
    dice.splice(0, pool.most);
  }
  return words;
}

function faceWords(face) {
  if (face.hits === 1 && face.blocks === 1) return gettext("hit + block");
  const hits = face.hits ? [ngettext("{count} hit", "{count} hits", face.hits)] : [];
  const blocks = face.blocks ? [ngettext("{count} block", "{count} blocks", face.blocks)] : [];
  return [...hits, ...blocks].join(" + ") || gettext("blank");
}
