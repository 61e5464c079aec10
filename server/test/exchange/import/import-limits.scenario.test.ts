/** Limits on imported files (ADR 0115): no file can block the server or fill its memory. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../../domain/test/full-run.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';

let call: Provider;

const world = useWorld();

beforeAll(async () => {
  call = await createProvider(world, await world.company());
});

const check = (text: string) =>
  call('POST', '/imports?kind=customers&dryRun=true', {
    body: Buffer.from(text),
    type: 'application/octet-stream',
  });

const COLUMNS = Array.from({ length: 150_000 }, (_, n) => `c${n}`).join(',');

describe('An import through the API', () => {
  it.each([
    ['more than 500 columns', COLUMNS, '500 columns'],
    ['a column whose name is too long', `customerRef,${'x'.repeat(201)}`, '200 characters'],
  ])('an import refuses a file with %s', async (_what, header, said) => {
    const { body } = await check(`${header}\n${header.replace(/[^,]+/g, '1')}\n`);
    expect(body).toMatchObject({ code: 'WRONG_FILE', fields: [{ field: 'file' }] });
    expect(body.fields[0].message).toContain(said);
  });

  it('an import refuses a row with an overlong field and imports the other rows', async () => {
    const { body } = await check(`customerRef,businessName\nL-1,${'x'.repeat(4001)}\nL-2,Moss\n`);
    expect(body).toMatchObject({ added: 1, refused: 1 });
    expect(body.errors[0].message).toBe('businessName: is longer than 4000 characters');
  });

  it.runIf(isFullRun)(
    'an import that takes longer than a minute is answered',
    async () => {
      const { pool } = world.deps.database;
      await pool.query(`create function take_long() returns trigger language plpgsql as
      $$ begin perform pg_sleep(24); return null; end $$`);
      await pool.query(`create trigger takes_long after insert on customers
      for each statement execute function take_long()`);
      const rows = Array.from({ length: 2500 }, (_, n) => `S-${n},Slow ${n}`);
      const { status, body } = await call('POST', '/imports?kind=customers', {
        body: Buffer.from(['customerRef,businessName', ...rows].join('\n')),
        type: 'application/octet-stream',
      }).finally(() => pool.query('drop function take_long() cascade'));
      expect({ status, added: body.added }).toEqual({ status: 200, added: 2500 });
    },
    300_000,
  );

  it('an import of a large file does not block other calls', async () => {
    const rows = Array.from({ length: 4000 }, (_, n) => `B-${n},${'7'.repeat(800)}`);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const beganMs = performance.now();
    const { body } = await check(['customerRef,businessName', ...rows].join('\n'));
    const tookMs = performance.now() - beganMs;
    delay.disable();
    expect(body).toMatchObject({ added: 0, refused: 4000 });
    // Reading the file inside the server process used to block it nearly all of the time.
    expect(delay.max / 1e6 / tookMs).toBeLessThan(0.4);
  });
});
