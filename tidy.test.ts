// The style guide as a test. Every rule runs over the whole project and names the alternative. Every rule
// also runs over small examples that it must reject, which proves that it can fail.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Example } from './tidy/rule.ts';
import { RULES } from './tidy/rules.ts';
import { readTree, toTree } from './tidy/source-tree.ts';

const tree = readTree(fileURLToPath(new URL('.', import.meta.url)));

describe('Tidy', () => {
  for (const { name, instead, check } of RULES) {
    it(name, () => {
      const places = check(tree).map(({ path, line, found }) => `  ${path}:${line}  ${found}`);
      if (places.length > 0) expect.fail(`${name}.\n${places.join('\n')}\nInstead: ${instead}.`);
    });
  }

  it('the tidy check covers every workspace', () => {
    const folders = new Set(tree.map(({ path }) => path.split('/')[0]));
    expect([...folders]).toEqual(
      expect.arrayContaining(['contract', 'domain', 'server', 'web', 'sandbox', 'docs', 'scripts']),
    );
  });
});

for (const { name, check, breaks, keeps } of RULES) {
  describe(`Rule: ${name}`, () => {
    for (const example of breaks) {
      it(`the rule reports ${toTitle(example)}`, () =>
        expect(check(toTree(example))).not.toEqual([]));
    }
    for (const example of keeps) {
      it(`the rule accepts ${toTitle(example)}`, () => expect(check(toTree(example))).toEqual([]));
    }
  });
}

function toTitle(example: Example): string {
  return Object.entries(example)
    .map(([path, text]) => `${path}: ${text.replace(/\s+/g, ' ').slice(0, 60)}`)
    .join(' · ');
}
