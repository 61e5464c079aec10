// The Appearance API: a theme, variables and rules of the merchant. Variables become custom
// properties that the style sheet reads; rules apply to the documented class names. Every value
// goes through the browser's own parser, and values that load a resource are rejected.

const THEMES = {
  stripe: {},
  night: {
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorDanger: '#fe87a1',
    colorTextSecondary: '#c9cad1',
    colorTextPlaceholder: '#9ca3af',
    inputColorBorder: '#424353',
  },
  flat: { colorBackground: '#f1f1f1', inputColorBorder: 'transparent', borderRadius: '4px' },
};

const PROPERTIES_OF_VARIABLES = [
  [/^(accessibleC|c)olor/, 'color'],
  [/Color(Border|Text|Background)?$/, 'color'],
  [/^(borderRadius|spacingUnit|fontSize|gridRowSpacing|gridColumnSpacing|tabSpacing)/, 'width'],
  [/^fontFamily$/, 'font-family'],
  [/^fontWeight/, 'font-weight'],
  [/^fontLineHeight$/, 'line-height'],
  [/Shadow$/, 'box-shadow'],
  [/^focusOutline$/, 'outline'],
];

function isFit(name, value) {
  const [, property] = PROPERTIES_OF_VARIABLES.find(([pattern]) => pattern.test(name)) ?? [];
  return property !== undefined && !/url\(/i.test(value) && CSS.supports(property, value);
}

const SELECTOR =
  /^\.(Block|Error|Input|Label|Tab|TabLabel|TermsText)(--(invalid|selected|focused|empty))?(:(hover|focus|disabled|focus-visible)|::placeholder)?$/;
const PROPERTY =
  /^(background|background-color|border(-[a-z-]+)?|box-shadow|color|font-(family|size|weight)|letter-spacing|line-height|margin(-[a-z]+)?|outline(-[a-z]+)?|padding(-[a-z]+)?|text-transform|opacity)$/;

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function addRule(sheet, selector, css) {
  const { style } = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  for (const [name, value] of Object.entries(css)) {
    const isAllowed = PROPERTY.test(kebab(name)) && !/url\(/i.test(String(value));
    if (isAllowed) style.setProperty(kebab(name), String(value));
  }
}

let applied = [];

export function applyAppearance({ theme = 'stripe', variables = {}, rules = {} } = {}) {
  const { style } = document.documentElement;
  for (const name of applied) style.removeProperty(name);
  const wanted = Object.entries({ ...THEMES[theme], ...variables })
    .map(([name, value]) => [name, String(value)])
    .filter(([name, value]) => isFit(name, value));
  applied = wanted.map(([name]) => `--${name}`);
  for (const [name, value] of wanted) style.setProperty(`--${name}`, value);

  const sheet = new CSSStyleSheet();
  for (const [selector, css] of Object.entries(rules)) {
    if (SELECTOR.test(selector)) addRule(sheet, selector, css);
  }
  document.adoptedStyleSheets = [sheet];
}
