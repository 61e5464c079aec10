// Reduces the pages' typeface to the letters that nearly every page needs, in the weights that the theme uses. Run
// `node scripts/subset-font.mjs` after an update of @fontsource-variable/inter. The other letters are loaded on
// demand (web/src/shared/theme/fonts.css).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMain, main, ROOT } from './step.mjs';

const requireFromWeb = createRequire(join(ROOT, 'web', 'package.json'));

const SOURCE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const TARGET = join(ROOT, 'web', 'src', 'shared', 'theme', 'fonts', 'inter-first.woff2');

/** Must match the unicode-range in fonts.css: the letters of English and Spanish, and typographic signs. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xa1],
  [0xa7, 0xa7],
  [0xa9, 0xab],
  [0xae, 0xae],
  [0xb0, 0xb0],
  [0xb7, 0xb7],
  [0xba, 0xbb],
  [0xbf, 0xbf],
  [0xc1, 0xc1],
  [0xc9, 0xc9],
  [0xcd, 0xcd],
  [0xd1, 0xd1],
  [0xd3, 0xd3],
  [0xda, 0xda],
  [0xdc, 0xdc],
  [0xe1, 0xe1],
  [0xe9, 0xe9],
  [0xed, 0xed],
  [0xf1, 0xf1],
  [0xf3, 0xf3],
  [0xfa, 0xfa],
  [0xfc, 0xfc],
  [0x2010, 0x2011],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
];

const OPTIONS = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 800 } },
  // Keeps kerning, and fixed-width digits for amounts in columns.
  keepFeatures: ['kern', 'tnum'],
};

function toLetters([first, last]) {
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return String.fromCodePoint(...codes);
}

async function subset() {
  const subsetFont = requireFromWeb('subset-font');
  const source = readFileSync(requireFromWeb.resolve(SOURCE));
  const font = await subsetFont(source, RANGES.map(toLetters).join(''), OPTIONS);
  writeFileSync(TARGET, font);
  console.log(`${TARGET}: ${source.length} → ${font.length} bytes`);
}

if (isMain(import.meta.url)) await main(subset);
