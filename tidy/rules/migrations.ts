// Migrations run while the previous version serves payers (ADR 0079), so they only add. A migration that removes or
// tightens something must state since when it has been unused. They also must not keep payers waiting: a statement that
// scans or rewrites a table holds its lock meanwhile.
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

/** A reason why the lock is short, such as a table with few rows. */
const BRIEF = /^-- brief: \S+/m;
const BATCHES = /^-- batches: \S+/;
const CONCURRENTLY = /\bindex\s+concurrently\b/i;

/** `table` is compared with the tables that the file creates, which are not used yet. */
const BLOCKING: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'an index that blocks writes',
    pattern: /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)[^;]*?\bon\s+"?(?<table>\w+)/gi,
  },
  {
    what: 'a new column that rewrites its table',
    pattern:
      /\balter\s+table\s+(?:only\s+)?"?(?<table>\w+)"?[^;]*?\badd\s+column\b[^,;]*?(?:\b(?:stored|serial|bigserial|identity)\b|\bdefault\s+(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\b)/gi,
  },
  {
    what: 'a change of a type, which rewrites its table',
    pattern:
      /\balter\s+table\s+"?(?<table>\w+)"?[^;]*?\balter\s+column\s+"?\w+"?\s+(?:set\s+data\s+)?type\b/gi,
  },
  {
    what: 'set not null, which scans its table',
    pattern: /\balter\s+table\s+"?(?<table>\w+)"?[^;]*?\bset\s+not\s+null\b/gi,
  },
  {
    what: 'a constraint that scans its table',
    pattern:
      /\balter\s+table\s+"?(?<table>\w+)"?[^;]*?\badd\s+constraint\s+"?\w+"?\s+(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/gi,
  },
  {
    what: 'a constraint that builds its index under a lock',
    pattern:
      /\balter\s+table\s+"?(?<table>\w+)"?[^;]*?\badd\s+constraint\s+"?\w+"?\s+(?:unique|primary\s+key|exclude)\b(?!\s+using\s+index)/gi,
  },
  {
    what: 'a change of all rows in one transaction',
    pattern: /(?:^|;)\s*(?:update|delete\s+from)\s+"?(?<table>\w+)/gi,
  },
];

export const MIGRATION_LOCKS: Rule = {
  name: 'a migration does not keep payers waiting',
  instead:
    'create indexes concurrently in a file of their own; add columns without a computed default and fill them in a file that begins with "-- batches: "; add constraints as not valid and validate them in the next file; or state with "-- brief: " why the lock is short',
  check: (tree) =>
    tree.flatMap((file) => {
      const number = Number(MIGRATION.exec(file.path)?.[1] ?? 0);
      if (number === BASELINE || BRIEF.test(file.text)) return [];
      return locksIn(file).map((find) => ({ path: file.path, ...find }));
    }),
  breaks: [
    migration('CREATE INDEX "a" ON "invoices" ("b");'),
    migration('CREATE UNIQUE INDEX "a" ON "invoices" USING btree ("b");'),
    migration('create index concurrently a on b (c);--> statement-breakpoint\nselect 1;'),
    migration('ALTER TABLE "a" ADD COLUMN "b" text GENERATED ALWAYS AS (lower(c)) STORED;'),
    migration('ALTER TABLE "a" ADD COLUMN "b" uuid DEFAULT gen_random_uuid() NOT NULL;'),
    migration('ALTER TABLE "a" ADD COLUMN "b" bigserial;'),
    migration('-- compatible: unused\nALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint;'),
    migration('-- compatible: filled\nALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'),
    migration('ALTER TABLE "a" ADD CONSTRAINT "b" CHECK (c > 0);'),
    migration('ALTER TABLE "a" ADD CONSTRAINT "b" FOREIGN KEY ("c") REFERENCES "d"("e");'),
    migration('ALTER TABLE "a" ADD CONSTRAINT "b" UNIQUE ("c");'),
    migration(
      'alter table a add constraint b check (c > 0) not valid;\nalter table a validate constraint b;',
    ),
    migration('UPDATE "invoices" SET "a" = 1;'),
    migration('-- batches: 1000 rows\nupdate a set b = 1 where b is null;'),
  ],
  keeps: [
    migration('CREATE TABLE "a" ("b" text);\nCREATE INDEX "c" ON "a" ("b");'),
    migration(
      '-- brief: the table has a row per member\nCREATE INDEX "a" ON "staff_members" ("b");',
    ),
    migration(
      'create index concurrently a on b (c);\n--> statement-breakpoint\ndrop index concurrently d;',
    ),
    migration(`ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`),
    migration('alter table a add constraint b check (c > 0) not valid;'),
    migration('alter table a validate constraint b;'),
    migration('alter table a add constraint b unique using index c;'),
    migration('-- batches: 1000 rows\nupdate a set b = 1 where c in (select c from a limit 1000);'),
    migration('grant update (a) on b to quittance_provider;'),
    { 'server/migrations/0000_baseline.sql': 'CREATE INDEX "a" ON "b" ("c");' },
  ],
};

const withoutComments = (text: string) =>
  text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length));

function locksIn({ text }: SourceFile): Find[] {
  const statements = withoutComments(text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const created = new Set(
    [...statements.matchAll(/\bcreate\s+table\s+"?(\w+)/gi)].map(([, table]) => table),
  );
  const blocking = BLOCKING.flatMap(({ what, pattern }) =>
    [...statements.matchAll(pattern)]
      .filter(({ groups }) => !created.has(groups?.['table'] ?? ''))
      .map(({ index }) => ({ line: lineAt(index), found: what })),
  ).filter(({ found }) => !(BATCHES.test(text) && found.startsWith('a change of all rows')));
  const parts = statements.split(';').filter((part) => part.trim() !== '');
  const isMixed = CONCURRENTLY.test(statements) && !parts.every((part) => CONCURRENTLY.test(part));
  const isUnbounded = BATCHES.test(text) && (parts.length > 1 || !/\blimit\b/i.test(statements));
  const isBoth = /\bnot\s+valid\b/i.test(statements) && /\bvalidate\b/i.test(statements);
  return [
    ...blocking,
    ...(isMixed
      ? [{ line: 1, found: 'an index created concurrently beside other statements' }]
      : []),
    ...(isUnbounded ? [{ line: 1, found: 'batches that are not one statement with a limit' }] : []),
    ...(isBoth
      ? [{ line: 1, found: 'a constraint that is validated under the lock of its creation' }]
      : []),
  ];
}

function migration(text: string): Record<string, string> {
  return { 'server/migrations/0001_next.sql': text };
}

function findsIn({ text }: SourceFile): Find[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  // Comments are replaced with spaces of the same length, so that positions stay the same.
  const statements = withoutComments(text);
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
