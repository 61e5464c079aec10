// The list of decisions links to every page and resolves every cited number, including merged ones.
import { posix } from 'node:path';
import type { Rule } from '../rule.ts';
import { toLines } from '../source-tree.ts';

const LIST = 'docs/decisions/README.md';
const CITED = /(?:\bADRs?|\b[Dd]ecisions?|docs\/decisions\/)[ /]?(\d{4}(?:(?:, | and )\d{4})*)/g;

export const DECISIONS: Rule = {
  name: 'docs/decisions/README.md links every decision and has every number that is cited',
  instead: 'add the page or the number to docs/decisions/README.md',
  check: (tree) => {
    const list = tree.find(({ path }) => path === LIST)?.text ?? '';
    const numbers = new Set(list.match(/\b\d{4}\b/g));
    const unlinked = tree
      .filter(({ path }) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path))
      .filter(({ path }) => !list.includes(`(${posix.basename(path)})`))
      .map(({ path }) => ({ path, line: 1, found: 'not linked' }));
    const unresolved = tree
      .filter(({ path }) => path !== 'tidy/rules/decisions.ts')
      .flatMap((file) =>
        toLines(file).flatMap((text, index) =>
          [...text.matchAll(CITED)]
            .flatMap(([, cited = '']) => cited.match(/\d{4}/g) ?? [])
            .filter((number) => !numbers.has(number))
            .map((number) => ({ path: file.path, line: index + 1, found: `no ${number}` })),
        ),
      );
    return [...unlinked, ...unresolved];
  },
  breaks: [
    { 'docs/decisions/0001-record.md': '' },
    { 'docs/decisions/0001-record.md': '', [LIST]: '0001-record.md' },
    { 'server/src/a.ts': '// One charge (ADR 0004, 0005).', [LIST]: '| 0004 |' },
    { 'docs/a.md': 'See decision 0005.' },
  ],
  keeps: [
    { 'docs/decisions/0001-record.md': '', [LIST]: '- [Record decisions](0001-record.md)' },
    { 'server/src/a.ts': '// One charge (ADR 0004, 0005).', [LIST]: '| 0004 | 0005 |' },
  ],
};
