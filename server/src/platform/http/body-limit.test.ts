import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import { errorReportSchema } from '@quittance/contract/operation-routes';
import { ROUTES } from '@quittance/contract/portal-routes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BODY_BYTES_MAX, bodyBytesMax } from './body-limit.ts';

type Row = { who: string; body?: z.ZodType };

const rows: [string, Row][] = [...Object.entries(ROUTES), ...Object.entries(DESK_ROUTES)];

describe('The limit of a body', () => {
  it('the body limit admits the longest valid body in its longest encoding', () => {
    const text = (length: number) => '\u00e9'.repeat(length);
    const report = { source: text(100), type: text(40), message: text(500), stack: text(4096) };
    expect(errorReportSchema.parse(report)).toEqual(report);
    const longest = JSON.stringify(report, null, 2).replaceAll('\u00e9', String.raw`\u00e9`);
    expect(bodyBytesMax(errorReportSchema)).toBeGreaterThan(longest.length);
    expect(bodyBytesMax(errorReportSchema)).toBeLessThan(longest.length + 1200);
  });

  it.each([
    ['a list', z.array(z.string().max(2)).max(3)],
    ['a choice', z.union([z.literal('a'), z.strictObject({ a: z.uuid(), b: z.int() })])],
  ])('the body limit is derived from the schema of the body: %s', (_what, schema) => {
    expect(bodyBytesMax(schema)).toBeLessThan(1200);
  });

  it.each([
    ['a text', z.string()],
    ['a list', z.array(z.int())],
    ['a record', z.record(z.string(), z.int())],
    ['anything', z.unknown()],
  ])('the body limit of an unbounded schema is the global maximum: %s', (_what, schema) => {
    expect(bodyBytesMax(schema)).toBe(BODY_BYTES_MAX);
  });

  it('the body limit is at most 32 kB for every unauthenticated call', () => {
    const open = rows.filter(([, { who }]) => who === 'anyone');
    const limits = open.map(([name, { body }]) => [name, bodyBytesMax(body)] as const);
    expect(limits.filter(([, bytes]) => bytes > 32 * 1024)).toEqual([]);
    expect(limits.filter(([, bytes]) => bytes > 2048).length).toBeGreaterThan(4);
  });
});
