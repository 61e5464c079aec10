// Every decided rule of the product is cited by a test. Whether the test proves the rule is left to the reader.
import type { Rule } from '../rule.ts';
import { isTest, toLines } from '../source-tree.ts';

const PRODUCT = 'docs/product.md';
/** Rules before R35 are cited by the sections they decide. */
const RULE = /^\*\*(R3[5-9]|R[4-9]\d)\b/;

export const COVERAGE: Rule = {
  name: 'every rule of docs/product.md from R35 on is cited by a test',
  instead: 'write the test that shows it, and name the rule in its title',
  check: (tree) => {
    const tests = tree
      .filter((file) => isTest(file) && /\.(test|spec)\.tsx?$/.test(file.path))
      .map(({ text }) => text)
      .join('\n');
    const cited = new Set(tests.match(/\bR\d+\b/g));
    return tree
      .filter(({ path }) => path === PRODUCT)
      .flatMap(toLines)
      .flatMap((text, index) => {
        const rule = RULE.exec(text)?.[1];
        const isMissing = rule !== undefined && !cited.has(rule);
        return isMissing ? [{ path: PRODUCT, line: index + 1, found: `${rule} has no test` }] : [];
      });
  },
  breaks: [
    { 'docs/product.md': '**R36** Fees.' },
    { 'docs/product.md': '**R36** Fees.', 'a.test.ts': `it('charges a fee (R37)', pay);` },
    { 'docs/product.md': '**R36** Fees.', 'server/src/fees.ts': '// R36' },
  ],
  keeps: [
    { 'docs/product.md': '**R36** Fees.', 'a.test.ts': `it('charges a fee (R36)', pay);` },
    { 'docs/product.md': '**R34** Test customers.' },
  ],
};
