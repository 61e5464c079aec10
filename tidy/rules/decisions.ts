// Decision records that the list of decisions does not link to.
import { posix } from 'node:path';
import type { Rule } from '../rule.ts';

export const DECISIONS: Rule = {
  name: 'every decision is linked from docs/decisions/README.md',
  instead: 'add a line with a link for it to docs/decisions/README.md',
  check: (tree) => {
    const list = tree.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
    return tree
      .filter(({ path }) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path))
      .filter(
        ({ path }) =>
          !list.includes(`(${posix.basename(path)})`) &&
          !list.includes(`(./${posix.basename(path)})`),
      )
      .map(({ path }) => ({ path, line: 1, found: 'not linked' }));
  },
  breaks: [
    { 'docs/decisions/0001-record.md': '' },
    { 'docs/decisions/0001-record.md': '', 'docs/decisions/README.md': '0001-record.md' },
  ],
  keeps: [
    {
      'docs/decisions/0001-record.md': '',
      'docs/decisions/README.md': '- [Record decisions](0001-record.md)',
    },
  ],
};
