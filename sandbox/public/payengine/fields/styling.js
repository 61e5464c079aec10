// Applies the merchant's `css` option to the input: an object of properties with nested selectors
// such as '&::placeholder' or '&:focus'. Only properties for text and boxes are allowed, and every
// value goes through the browser's own parser, so nothing can be injected into a rule.

const PROPERTIES = [
  /^(color|caret-color|opacity|box-sizing|height|width)$/,
  /^(letter-spacing|line-height|text-align|text-indent|text-transform)$/,
  /^(font|padding|border)(-[a-z-]+)?$/,
  /^background(-color)?$/,
  /^-webkit-(font-smoothing|text-fill-color)$/,
];
const SELECTOR = /^&(::placeholder|:focus|:hover|:disabled|\.(valid|invalid|dirty|touched|empty))$/;

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function addRules(sheet, selector, css) {
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  const { style } = sheet.cssRules[index];
  for (const [key, value] of Object.entries(css)) {
    if (SELECTOR.test(key)) addRules(sheet, selector + key.slice(1), value);
    else if (PROPERTIES.some((allowed) => allowed.test(kebab(key))) && !/url\(/i.test(value)) {
      style.setProperty(kebab(key), String(value));
    }
  }
}

export function applyStyles(css, { successColor, errorColor }) {
  const sheet = new CSSStyleSheet();
  addRules(sheet, '.field', css);
  if (successColor !== undefined) {
    addRules(sheet, '.field.touched.valid:not(.empty)', { color: successColor });
  }
  if (errorColor !== undefined) addRules(sheet, '.field.touched.invalid', { color: errorColor });
  document.adoptedStyleSheets = [sheet];
}
