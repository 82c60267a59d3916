// Makes elements. Words are always set as text, never read as HTML.

import { percent } from "./words.js";

export const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
  return node;
}

// el("button", {class: "big", onclick: act}, "Go on")
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function button(words, act, attributes = {}) {
  return el("button", { type: "button", onclick: act, ...attributes }, words);
}

export function byId(id) {
  return document.getElementById(id);
}

export function perCent(share) {
  if (share > 0 && share < 0.005) return `<${percent(0.01)}`;
  if (share < 1 && share >= 0.995) return `>${percent(0.99)}`;
  return percent(share);
}

export function clockFace(milliseconds) {
  const all = Math.floor(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
