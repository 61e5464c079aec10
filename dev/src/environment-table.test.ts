import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { environmentSchema, readConfig } from '@quittance/server/kernel/config';
import { describe, expect, it } from 'vitest';
import { readDevConfig } from './config.ts';

type Row = { name: string; fallback: string };

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

function toRows(names: readonly string[], defaults: string): Row[] {
  const codes = codesIn(defaults);
  const hasOneEach = names.length > 1 && codes.length === names.length;
  return names.map((name, index) => ({
    name,
    fallback: hasOneEach ? (codes[index] ?? '') : defaults,
  }));
}

function documented(): Row[] {
  const [, section = ''] = read('docs/operations.md').split('## Environment\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| (`[A-Z].*?) \| (.*?) \| .* \|$/gm)].flatMap(
    ([, names = '', defaults = '']) => toRows(codesIn(names), defaults),
  );
}

/** The defaults of these variables are computed from other variables, so the schema has none. */
const COMPUTED = [
  'PUBLIC_URL',
  'PROCESSES',
  'SANDBOX_URL',
  'STRIPE_URL',
  'PAYENGINE_URL',
  'FISERV_URL',
];

const ELSEWHERE: Record<string, { file: string; words: string; fallback: string }> = {
  SANDBOX_PORT: {
    file: 'scripts/start.mjs',
    words: "readPort('SANDBOX_PORT', 4010)",
    fallback: '`4010`',
  },
  SANDBOX_SMTP_PORT: {
    file: 'scripts/start.mjs',
    words: 'const SMTP_PORT_DISTANCE = 15;',
    fallback: '`SANDBOX_PORT` + 15',
  },
  PLAYGROUND_PORT: {
    file: 'scripts/start.mjs',
    words: 'const PLAYGROUND_PORT_DISTANCE = 20;',
    fallback: '`SANDBOX_PORT` + 20',
  },
  SEED_DEMO: {
    file: 'scripts/start.mjs',
    words: "SEED_DEMO: process.env.SEED_DEMO || 'true'",
    fallback: '`false`; `true` with `npm start`',
  },
  DEMO_HISTORY: {
    file: 'scripts/start.mjs',
    words: "DEMO_HISTORY: process.env.DEMO_HISTORY || 'true'",
    fallback: '`false`; `true` with `npm start`',
  },
  QUITTANCE_PREVIOUS_RELEASE: {
    file: 'scripts/ensure.mjs',
    words: 'process.env.QUITTANCE_PREVIOUS_RELEASE || folder',
    fallback: '`web/dist/app`',
  },
};

const DATABASE = { DATABASE_URL: 'postgres://portal@127.0.0.1/portal' };
const schemaDefaults = new Map<string, unknown>(
  Object.entries(environmentSchema.parse(DATABASE)).filter(([name]) => name !== 'DATABASE_URL'),
);

const rows = documented();
const toRow = (name: string) => rows.find((row) => row.name === name)?.fallback;

describe('The table of environment variables in docs/operations.md', () => {
  it('the table lists every environment variable exactly once and nothing else', () => {
    const known = [...Object.keys(environmentSchema.shape), ...Object.keys(ELSEWHERE)];
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('the table shows the default values from the schema', () => {
    expect(schemaDefaults.size).toBeGreaterThan(10);
    const wrong = [...schemaDefaults].filter(([name, value]) => {
      const fallback = toRow(name) ?? '';
      return (codesIn(fallback)[0] ?? fallback) !== String(value);
    });
    expect(wrong).toEqual([]);
  });

  it('the table shows every variable without a default as not set', () => {
    const without = Object.keys(environmentSchema.shape).filter(
      (name) => !schemaDefaults.has(name) && !COMPUTED.includes(name),
    );
    expect(without).toContain('SECRET_KEY');
    expect(without.filter((name) => !toRow(name)?.startsWith('not set'))).toEqual([]);
  });

  it('the table shows the default values that other programs set', () => {
    for (const [name, { file, words, fallback }] of Object.entries(ELSEWHERE)) {
      expect(read(file)).toContain(words);
      expect(toRow(name)).toBe(fallback);
    }
    expect(readDevConfig({}).seedsDemo).toBe(false);
    expect(readDevConfig({ SEED_DEMO: 'true' }).seedsDemo).toBe(true);
    const { publicUrl, processes } = readConfig({ ...DATABASE, PORT: '3100' });
    expect(toRow('PUBLIC_URL')).toBe(`\`${publicUrl.replace('3100', '{PORT}')}\``);
    expect(processes).toBeNull();
  });
});
