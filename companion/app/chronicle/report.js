"use strict";
// Shows the board at the end of any turn. Without this script the page shows only the last one.

const byId = (id) => document.getElementById(id);
const { seats, frames, start, end } = JSON.parse(byId("frames").textContent);
const PLAY = byId("play").textContent;
const STOP = byId("play").dataset.stop;
const SECONDS = 30; // the whole game, played back
const slider = byId("turn");
let playing = null;

// The places at the end of a turn: each frame lists only what has changed.
function placesAt(number) {
  return Object.assign({}, ...frames.slice(0, number + 1).map((frame) => frame.places));
}

function draw(tag, attributes, text = "") {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

function disc(group, place) {
  const radius = Number(group.dataset.radius);
  const [owner, count, marks] = place;
  const seat = seats[owner];
  const colour = seat ? seat.colour : "nobody";
  const parts = [];
  if (seat || count) {
    parts.push(draw("circle", { r: radius, class: `seat-${colour}` }));
    parts.push(draw("text", { class: `number on-${colour}`, y: radius * 0.36, "font-size": radius * 1.05 }, count));
  }
  if (seat) {
    const emblem = draw("g", { class: "emblem", transform: `translate(${radius * 1.02} ${-radius * 0.62}) scale(${radius / 190})` });
    emblem.append(draw("circle", { r: 100, class: `seat-${colour}` }), draw("use", { href: `#emblem-${seat.emblem}`, class: `on-${colour}` }));
    parts.push(emblem);
  }
  marks.forEach((kind, number) => {
    const [name, of] = kind.split(":");
    const angle = Math.PI * (0.6 + 0.36 * number);
    const mark = draw("g", { class: "mark", transform: `translate(${Math.cos(angle) * radius * 1.45} ${Math.sin(angle) * radius * 1.45}) scale(${radius / 170})` });
    mark.append(draw("circle", { r: 100, class: `seat-${seats[of] ? seats[of].colour : "nobody"}` }),
      draw("use", { href: `#mark-${name}`, class: `on-${seats[of] ? seats[of].colour : "nobody"}` }));
    parts.push(mark);
  });
  group.replaceChildren(...parts);
}

function show(number) {
  const frame = frames[number];
  const places = placesAt(number);
  for (const land of document.querySelectorAll("[data-place]")) {
    const seat = seats[(places[land.dataset.place] || [null])[0]];
    land.setAttribute("data-owner", seat ? seat.colour : "nobody");
  }
  for (const group of document.querySelectorAll("[data-disc]")) disc(group, places[group.dataset.disc] || [null, 0, []]);
  slider.value = number;
  slider.setAttribute("aria-valuetext", frame.label);
  byId("when").textContent = frame.label;
  const told = document.querySelector(`#events-${number} ul`);
  byId("what").replaceChildren(...(told ? [told.cloneNode(true)] : []));
  for (const line of document.querySelectorAll(".now")) {
    const [left, right] = [Number(line.dataset.left), Number(line.dataset.right)];
    const x = left + ((frame.entry - start) / Math.max(1, end - start)) * (right - left);
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  }
}

function go(number) {
  show(Math.max(0, Math.min(frames.length - 1, number)));
}

function stop() {
  clearInterval(playing);
  playing = null;
  byId("play").textContent = PLAY;
}

function play() {
  if (playing) return stop();
  if (Number(slider.value) === frames.length - 1) go(0);
  byId("play").textContent = STOP;
  playing = setInterval(() => {
    if (Number(slider.value) === frames.length - 1) stop();
    else go(Number(slider.value) + 1);
  }, Math.max(150, (SECONDS * 1000) / frames.length));
}

function follow() {
  const found = /^#turn-(\d+)$/.exec(location.hash);
  if (!found) return;
  go(Number(found[1]));
  byId("replay").scrollIntoView();
}

slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
byId("back").addEventListener("click", () => { stop(); go(Number(slider.value) - 1); });
byId("forward").addEventListener("click", () => { stop(); go(Number(slider.value) + 1); });
byId("play").addEventListener("click", play);
addEventListener("hashchange", follow);
go(frames.length - 1);
follow();
