/** The style of the API reference. It uses the tokens of the web app's default brand, without its build. */

export function typeface(url: string): string {
  return `@font-face{font-family:"Inter Variable";font-weight:400 800;font-display:swap;src:url("${url}") format("woff2")}`;
}

const TOKENS = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f5f8fa, #0e1317);
  --surface: light-dark(#ffffff, #181e22);
  --sunken: light-dark(#f2f4f7, #14191d);
  --hairline: light-dark(#e2e5e7, #2d3237);
  --text: light-dark(#181e22, #e8eef2);
  --muted: light-dark(#50565b, #b3b8bc);
  --subtle: light-dark(#636a6f, #9a9fa3);
  --brand: light-dark(#1d4d6f, #85c4f6);
  --tint: light-dark(#eaf4fc, #1b2d3c);
  --success: light-dark(#166b43, #7ddba6);
  --success-tint: light-dark(#e3f5ea, #14331f);
  --warning: light-dark(#7a4f00, #f2c46d);
  --warning-tint: light-dark(#fdf1da, #382a0e);
  --danger: light-dark(#b42318, #ff9d94);
  --danger-tint: light-dark(#fdeaea, #3f1c1a);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --header: 57px;
}`;

const BASE = `
*, *::before, *::after { box-sizing: border-box; margin: 0; }
html { background: var(--page); color: var(--text); scroll-padding-top: calc(var(--header) + 24px);
  font: 400 0.9375rem/1.6 "Inter Variable", system-ui, sans-serif; text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
h1, h2, h3, h4 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; letter-spacing: -0.01em; }
h3 { font-size: 1.125rem; }
h4 { margin-top: 24px; font-size: 0.8125rem; color: var(--subtle); }
h3 a { color: inherit; text-decoration: none; }
ul { padding: 0; list-style: none; }
a { color: var(--brand); text-underline-offset: 3px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 4px; }
code { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
p code { padding: 1px 5px; border-radius: 5px; background: var(--sunken); border: 1px solid var(--hairline); }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 12px; z-index: 3; padding: 8px 12px; background: var(--surface); }`;

const FRAME = `
header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 12px; height: var(--header);
  padding: 0 24px; background: var(--surface); border-bottom: 1px solid var(--hairline); }
.brand { display: flex; align-items: center; gap: 10px; min-height: 44px; color: var(--text); font-weight: 600;
  text-decoration: none; }
.mark { width: 28px; height: 28px; }
.mark rect { fill: #1d4d6f; }
.mark path { fill: none; stroke: #fff; stroke-width: 3.2; stroke-linecap: round; stroke-linejoin: round; }
.where { color: var(--subtle); }
.file { margin-left: auto; min-height: 44px; display: flex; align-items: center; }
.page { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 1440px; margin: 0 auto; }
.side { display: none; }
.menu { background: var(--surface); border-bottom: 1px solid var(--hairline); }
.menu summary { display: flex; align-items: center; min-height: 48px; padding: 0 20px; font-weight: 500; cursor: pointer; }
.menu summary::after { content: "+"; margin-left: auto; color: var(--subtle); font-size: 1.25rem; }
.menu[open] summary::after { content: "\\2212"; }
.menu nav { padding: 0 20px 20px; }
nav a { display: block; padding: 6px 10px; border-radius: 8px; color: var(--muted); text-decoration: none; }
.menu nav a { padding-block: 10px; }
nav a:hover { background: var(--tint); color: var(--brand); }
nav .resource-link { display: block; margin-top: 14px; padding: 6px 10px; color: var(--text); font-weight: 600; }
nav ul ul { margin-left: 0; }
main { padding: 32px 20px 96px; min-width: 0; }
.chapter { max-width: 720px; padding-bottom: 40px; }
.chapter > * + * { margin-top: 14px; }
.lead { font-size: 1.125rem; color: var(--muted); text-wrap: pretty; }
.resource { padding-top: 40px; border-top: 1px solid var(--hairline); margin-bottom: 40px; }
.object { max-width: 720px; margin-top: 20px; padding: 20px; border: 1px solid var(--hairline); border-radius: 12px;
  background: var(--surface); }
.call { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; margin-top: 40px; }
.text > * + * { margin-top: 10px; }
.text > h4 { margin-top: 24px; }`;

const PARTS = `
.address { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.address code { padding: 0; border: 0; background: none; font-size: 0.9375rem; }
.method { padding: 2px 8px; border-radius: 6px; font: 600 0.75rem/1.6 var(--mono); background: var(--tint); color: var(--brand); }
.method.post { background: var(--success-tint); color: var(--success); }
.method.put, .method.patch { background: var(--warning-tint); color: var(--warning); }
.method.delete { background: var(--danger-tint); color: var(--danger); }
.scope { color: var(--muted); }
.fields > li { padding: 12px 0; border-top: 1px solid var(--hairline); }
.fields > li:first-child { border-top: 0; }
.fields li:target { background: var(--tint); box-shadow: 0 0 0 8px var(--tint); border-radius: 4px; }
.fields .fields { margin: 10px 0 0 4px; padding-left: 16px; border-left: 2px solid var(--hairline); }
.options { padding-left: 20px; }
.options > li + li { margin-top: 16px; }
.field { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; }
.name { font-weight: 600; }
.type { color: var(--subtle); font-size: 0.8125rem; }
.required { color: var(--warning); font-size: 0.8125rem; font-weight: 500; }
.fields p { color: var(--muted); text-wrap: pretty; }
.values { display: flex; flex-wrap: wrap; gap: 4px 8px; margin-top: 4px; font-size: 0.8125rem; }
.values a { padding: 4px 0; }
.errors summary { display: inline-flex; align-items: center; min-height: 44px; color: var(--brand); cursor: pointer; }
.errors summary::before { content: "+"; width: 20px; }
.errors[open] summary::before { content: "\\2212"; }
.errors a { display: inline-block; padding: 4px 0; font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
figure { border: 1px solid var(--hairline); border-radius: 12px; background: var(--surface); overflow: hidden; }
figure + figure { margin-top: 12px; }
figcaption { padding: 8px 16px; border-bottom: 1px solid var(--hairline); color: var(--subtle); font-size: 0.8125rem; }
pre { padding: 14px 16px; overflow-x: auto; font-size: 0.875rem; line-height: 1.55; }
pre code { font-size: 0.8125rem; overflow-wrap: normal; }
.chapter > pre { border: 1px solid var(--hairline); border-radius: 12px; background: var(--surface); }
.example pre { max-height: 40vh; overflow-y: auto; }`;

const GUIDE = `
.guides { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 12px; }
.guides li { padding: 14px 16px; border: 1px solid var(--hairline); border-radius: 12px; background: var(--surface); }
.guides a { display: inline-block; padding: 4px 0; font-weight: 600; }
.guides p { color: var(--muted); }
.guide h2 { padding-top: 20px; }
.guide h3, .guide h4 { padding-top: 8px; color: var(--text); }
.guide ol { padding-left: 24px; }
.bullets { padding-left: 20px; list-style: disc; }
.bullets li + li, .guide ol li + li { margin-top: 6px; }
.bullets li > * + * { margin-top: 8px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--hairline); text-align: left; vertical-align: top; min-width: 120px; }
li code, td code, strong code { overflow-wrap: anywhere; }`;

const TRY = `
.more summary, .try { display: inline-flex; align-items: center; min-height: 44px; color: var(--brand); cursor: pointer; }
.more { margin-top: 4px; }
.more summary::before { content: "+"; width: 20px; }
.more[open] summary::before { content: "\\2212"; }
.more + figure { margin-top: 4px; }
button { font: inherit; font-weight: 500; border: 1px solid var(--hairline); border-radius: 10px; min-height: 44px;
  padding: 0 16px; background: var(--surface); color: var(--brand); cursor: pointer; }
button[type="submit"] { background: var(--brand); color: var(--page); border-color: var(--brand); }
button:disabled { opacity: 0.6; cursor: progress; }
.example > button { margin-top: 12px; }
.call form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin-top: 12px; padding: 16px; border: 1px solid var(--hairline);
  border-radius: 12px; background: var(--surface); }
.call form[hidden] { display: none; }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; font-size: 0.8125rem; color: var(--muted); }
input, textarea { width: 100%; min-height: 44px; padding: 10px 12px; border: 1px solid var(--subtle); border-radius: 8px;
  background: var(--page); color: var(--text); font: 0.875rem/1.5 var(--mono); }
output pre { max-height: 40vh; overflow: auto; border: 1px solid var(--hairline); border-radius: 8px; background: var(--sunken); }
output b { display: block; margin-bottom: 8px; }`;

const WIDE = `
@media (min-width: 1024px) {
  .menu { display: none; }
  .page { grid-template-columns: 272px minmax(0, 1fr); }
  .side { display: block; position: sticky; top: var(--header); height: calc(100vh - var(--header)); overflow-y: auto;
    padding: 24px 16px 40px; border-right: 1px solid var(--hairline); font-size: 0.875rem; }
  main { padding: 48px 40px 160px; }
  .call { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 40px; margin-top: 64px; }
  .example { position: sticky; top: calc(var(--header) + 24px); align-self: start; }
  .example:has(form:not([hidden])) { position: static; }
}
@media (max-width: 480px) { header { padding: 0 20px; } .where { display: none; } }
@media print { header, .menu, .side { display: none; } }`;

export const REFERENCE_STYLE = [TOKENS, BASE, FRAME, PARTS, GUIDE, TRY, WIDE].join('');
