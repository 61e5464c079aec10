/**
 * Rows of several companies are never locked in one statement (ADR 0085). The test checks that every locking
 * statement in the sources names the company.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const STORAGE = fileURLToPath(new URL('../../../../src', import.meta.url));

const LOCK = /\.for\(\s*(?:'|strength)|\bfor (?:no key )?update\b(?! to )|\bfor (?:key )?share\b/g;
/** A condition on the company, by its column or through a key that always contains it. */
const COMPANY =
  /companyId|company_id|isOwn|ofEndpoint\(key\)|\bkey\b|isAmong|isOfIndex|isOfCompany/;

/** Excluded: callers of this module pass the company in the `Values` to match. */
const BY_KEY = 'storage/rows.ts';

function sources(): string[] {
  return readdirSync(STORAGE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
}

const BEGINNINGS = [
  'tx\n',
  'tx.select',
  'sql`select',
  'sql`from',
  'sql`delete',
  'sql`${withJudged',
  'selectRequestedOrders(',
];

function conditionsBefore(text: string, end: number): string {
  const before = text.slice(0, end);
  const start = Math.max(...BEGINNINGS.map((beginning) => before.lastIndexOf(beginning)));
  const statement = before.slice(start);
  const where = statement.search(/where|selectRequestedOrders/);
  return where < 0 ? '' : statement.slice(where);
}

function unscopedLocks(name: string): string[] {
  const text = readFileSync(join(STORAGE, name), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/^\s*\/\/.*$/gm, '');
  return [...text.matchAll(LOCK)]
    .filter(({ index }) => !COMPANY.test(conditionsBefore(text, index)))
    .map(({ index }) => `${name}:${text.slice(0, index).split('\n').length}`);
}

describe('Locks (ADR 0085)', () => {
  it('locks are taken within one company', () => {
    const names = sources().filter((name) => name !== BY_KEY);
    expect(names.length).toBeGreaterThan(100);
    expect(names.flatMap(unscopedLocks)).toEqual([]);
  });

  it('the lock rule detects a lock without a company', () => {
    const text =
      "  const due = tx\n    .select().from(attempts).where(isDue)\n    .limit(1)\n    .for('update')";
    expect(COMPANY.test(conditionsBefore(text, text.length))).toBe(false);
    expect([...text.matchAll(LOCK)]).toHaveLength(1);
  });
});
