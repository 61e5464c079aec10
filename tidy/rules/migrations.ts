// Migrations run while the previous version serves payers (ADR 0079), so they only add. A migration that removes or
// tightens something must state since when it has been unused.
import type { Find, Rule } from '../rule.ts';
import type { SourceFile } from '../source-tree.ts';

const MIGRATION = /^server\/migrations\/(\d{4})_\w+\.sql$/;
/** The baseline is applied to an empty database. */
const BASELINE = 0;
/** A contract step, or a reason why the previous version is not affected. */
const EXCUSED = /^-- (contract|compatible): \S+/;

const DESTRUCTIVE: readonly { what: string; pattern: RegExp }[] = [
  { what: 'drop table', pattern: /\bdrop\s+table\b/i },
  { what: 'drop column', pattern: /\bdrop\s+column\b/i },
  { what: 'rename', pattern: /\brename\s+(to|column|constraint)\b|\brename\s+"?\w+"?\s+to\b/i },
  { what: 'set not null', pattern: /\bset\s+not\s+null\b/i },
  { what: 'change of a type', pattern: /\balter\s+column\s+"?\w+"?\s+(set\s+data\s+)?type\b/i },
];
const ADDED_COLUMN = /\badd\s+column\b[^,;]*/gi;

export const MIGRATIONS: Rule = {
  name: 'a migration fits the previous version, which runs next to it',
  instead:
    'add only; a file begins with "-- contract: " and since when nothing uses what it removes, or with "-- compatible: " and what keeps the previous version working',
  check: (tree) =>
    tree.flatMap((file) => {
      const number = Number(MIGRATION.exec(file.path)?.[1] ?? 0);
      if (number === BASELINE || EXCUSED.test(file.text)) return [];
      return findsIn(file).map((find) => ({ path: file.path, ...find }));
    }),
  breaks: [
    migration('DROP TABLE "invoices";'),
    migration('ALTER TABLE "invoices" DROP COLUMN "note";'),
    migration('ALTER TABLE "invoices"\n  DROP COLUMN "note";'),
    migration('ALTER TABLE "invoices" RENAME COLUMN "note" TO "remark";'),
    migration('ALTER TABLE "invoices" RENAME TO "bills";'),
    migration('ALTER TABLE "invoices" ALTER COLUMN "note" SET NOT NULL;'),
    migration('ALTER TABLE "invoices" ALTER COLUMN "note" SET DATA TYPE integer;'),
    migration('ALTER TABLE "invoices" ADD COLUMN "note" text NOT NULL;'),
    migration('-- contract:\nDROP TABLE "invoices";'),
  ],
  keeps: [
    migration('CREATE TABLE "notes" ("id" uuid NOT NULL);'),
    migration('ALTER TABLE "invoices" ADD COLUMN "note" text;'),
    migration(`ALTER TABLE "invoices" ADD COLUMN "note" text DEFAULT '' NOT NULL;`),
    migration('ALTER TABLE "invoices" DROP CONSTRAINT "paid_within_total";'),
    migration('-- DROP TABLE of the next release\nCREATE INDEX "a" ON "b" ("c");'),
    migration('-- contract: unused since 0.3.0\nDROP TABLE "invoices";'),
    migration('-- compatible: a trigger fills it\nALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'),
    migration(
      'ALTER TABLE "a" ADD COLUMN "b" text GENERATED ALWAYS AS (lower(c)) STORED NOT NULL;',
    ),
    { 'server/migrations/0000_baseline.sql': 'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;' },
  ],
};

function migration(text: string): Record<string, string> {
  return { 'server/migrations/0001_next.sql': text };
}

function findsIn({ text }: SourceFile): Find[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  // Comments are replaced with spaces of the same length, so that positions stay the same.
  const statements = text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length));
  const destructive = DESTRUCTIVE.flatMap(({ what, pattern }) =>
    [...statements.matchAll(new RegExp(pattern, 'gi'))].map(({ index }) => ({
      line: lineAt(index),
      found: what,
    })),
  );
  const unfilled = [...statements.matchAll(ADDED_COLUMN)]
    .filter(
      ([column]) => /\bnot\s+null\b/i.test(column) && !/\b(default|generated)\b/i.test(column),
    )
    .map(({ index }) => ({ line: lineAt(index), found: 'a new column that must be filled' }));
  return [...destructive, ...unfilled];
}
