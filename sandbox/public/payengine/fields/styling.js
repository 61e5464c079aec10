// Applies the merchant's `css` option to the input: an object of properties with nested selectors
// such as '&::placeholder' or '&:focus'. Only properties that draw text and boxes are let in, and
// every value goes through the browser's own parser, so nothing can be smuggled into a rule.

const PROPERTY =
  /^(color|caret-color|opacity|letter-spacing|line-height|text-(align|indent|transform)|font(-[a-z-]+)?|padding(-[a-z]+)?|background(-color)?|border(-[a-z-]+)?|box-sizing|height|width|-webkit-font-smoothing|-webkit-text-fill-color)$/;
const SELECTOR = /^&(::placeholder|:focus|:hover|:disabled|\.(valid|invalid|dirty|touched|empty))$/;

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function addRules(sheet, selector, css) {
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  const { style } = sheet.cssRules[index];
  for (const [key, value] of Object.entries(css)) {
    if (SELECTOR.test(key)) addRules(sheet, selector + key.slice(1), value);
    else if (PROPERTY.test(kebab(key)) && !/url\(/i.test(value)) {
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
