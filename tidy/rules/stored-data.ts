// docs/data-flow.md says of every table what it stores, how long, and what an erasure does to it.
import type { Rule } from '../rule.ts';
import { toLines } from '../source-tree.ts';

const PAGE = 'docs/data-flow.md';
const MIGRATION = /^server\/migrations\/\d{4}_\w+\.sql$/;
const CREATED = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi;
const DROPPED = /\bdrop\s+table\s+(?:if\s+exists\s+)?"?(\w+)/gi;
/** The first cell of a row names its tables. */
const ROW = /^\| ((?:`\w+`(?:, )?)+) \|/;

export const STORED_DATA: Rule = {
  name: 'docs/data-flow.md has a row for every table of the migrations, and no other table',
  instead: 'add the table to the row of its kind, with its retention and what an erasure does',
  check: (tree) => {
    const page = tree.find(({ path }) => path === PAGE);
    const described = new Map(
      (page ? toLines(page) : []).flatMap((text, index) =>
        [...(ROW.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
          ([, table = '']) => [table, index + 1] as const,
        ),
      ),
    );
    const tables = new Map<string, string>();
    for (const { path, text } of tree.filter((file) => MIGRATION.test(file.path))) {
      for (const [, table = ''] of text.matchAll(CREATED)) tables.set(table, path);
      for (const [, table = ''] of text.matchAll(DROPPED)) tables.delete(table);
    }
    return [
      ...[...tables]
        .filter(([table]) => !described.has(table))
        .map(([table, path]) => ({ path, line: 1, found: `${table} is not described` })),
      ...[...described]
        .filter(([table]) => !tables.has(table))
        .map(([table, line]) => ({ path: PAGE, line, found: `${table} does not exist` })),
    ];
  },
  breaks: [
    { 'server/migrations/0001_a.sql': 'CREATE TABLE "a" ("b" text);' },
    { [PAGE]: '| `a` | all | clear | a day | deleted |' },
  ],
  keeps: [
    {
      'server/migrations/0001_a.sql': 'CREATE TABLE "a" ();\ncreate unlogged table b ();',
      'server/migrations/0002_c.sql': 'CREATE TABLE "c" ();\nDROP TABLE "c";',
      [PAGE]: '| `a`, `b` | all | clear | a day | deleted |',
    },
  ],
};
