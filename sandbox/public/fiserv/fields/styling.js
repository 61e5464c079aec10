// Applies the merchant's `css` to the input: a stylesheet as an object, by selector, with media
// queries one level deep. Only properties for text and boxes are allowed, every value goes through
// the browser's own parser, and invalid ones are ignored, as documented.
import { FIELDS } from './formats.js';

const PROPERTIES = [
  /^(color|caret-color|opacity|box-sizing|height|width|outline|transition)$/,
  /^(letter-spacing|line-height|text-align|text-indent|text-transform)$/,
  /^(font|padding|border|margin)(-[a-z-]+)?$/,
  /^background(-color)?$/,
  /^-webkit-(font-smoothing|text-fill-color|box-shadow)$/,
];
const SELECTOR = /^[\w.#:, -]+$/;
const MEDIA = /^@media [\w\s():,.-]+$/;

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The name of a field selects that field, with or without a hash. */
const toSelector = (text) => (Object.hasOwn(FIELDS, text) ? `#${text}` : text);

function addRule(sheet, selector, css) {
  if (!SELECTOR.test(selector)) return;
  const index = sheet.insertRule(`${toSelector(selector)} {}`, sheet.cssRules.length);
  const { style } = sheet.cssRules[index];
  for (const [name, value] of Object.entries(css)) {
    const isAllowed = PROPERTIES.some((allowed) => allowed.test(kebab(name)));
    if (isAllowed && !/url\(/i.test(value)) style.setProperty(kebab(name), String(value));
  }
}

function addRules(sheet, css) {
  for (const [selector, content] of Object.entries(css)) {
    try {
      if (MEDIA.test(selector)) {
        const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
        addRules(sheet.cssRules[index], content);
      } else addRule(sheet, selector, content);
    } catch {
      // The browser does not support this selector.
    }
  }
}

export function applyStyles(css = {}) {
  const sheet = new CSSStyleSheet();
  addRules(sheet, css);
  document.adoptedStyleSheets = [sheet];
}

const FORMATS = ['font/otf', 'font/ttf', 'font/woff', 'font/woff2'];

const toBytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * A font comes as text with a checksum; without all four parts, or with a wrong sum, it is none.
 */
export async function applyFont({ data, family, format, integrity } = {}) {
  if (!data || !family || !FORMATS.includes(format)) return;
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(data));
  if (btoa(String.fromCharCode(...new Uint8Array(sum))) !== integrity) return;
  const face = new FontFace(family, toBytes(data));
  document.fonts.add(await face.load());
}
