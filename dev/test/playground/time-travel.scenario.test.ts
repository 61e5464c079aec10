/**
 * The playground (R79) moves time for the portal, the worker and the sandbox together, and starting over restores
 * it.
 */
import { request } from 'node:http';
import { openDatabase } from '@quittance/server/platform/database/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { checkInvariants } from '../../../server/src/payments/reconciliation/check-invariants.ts';
import { type Program, startProgram } from './playground-program.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

async function rows<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: program.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

const SCHEDULED = `
select s.state, s.charge_on - (c.created_at at time zone c.time_zone)::date as agreed, a.state as paid,
  (a.created_at at time zone c.time_zone)::date - s.charge_on as late,
  s.charge_on - (select min(n.created_at at time zone c.time_zone)::date from charge_notices n where n.invoice_id = s.invoice_id)
    as noticed
from schedules s join companies c on c.company_id = s.company_id
join invoices i on i.company_id = s.company_id and i.id = s.invoice_id
left join attempts a on a.company_id = s.company_id and a.schedule_id = s.id
where i.account_ref = 'HD-1990'`;

describe.runIf(isFullRun)('The playground', () => {
  it('the playground accepts requests only from this machine and its own page', async () => {
    const foreign = await program.press('clear-faults', {}, { origin: 'https://shop.example' });
    expect(foreign.status).toBe(403);
    const asked = await new Promise<number | undefined>((resolve, reject) => {
      request(`${program.url}/settings`, { headers: { host: 'shop.example' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(asked).toBe(403);
    expect((await program.press('travel', { to: 'year' })).status).toBe(400);
    expect((await program.press('nothing')).status).toBe(404);
    const form = await fetch(`${program.url}/reset`, { method: 'POST', body: 'x=1' });
    expect(form.status).toBe(400);
  });

  it('the playground makes a scheduled charge on the scheduled day, after a notice', async () => {
    for (let days = 0; days < 6; days += 1) await program.run('travel', { to: 'day' });
    expect(await rows(SCHEDULED)).toMatchObject([
      { state: 'DONE', paid: 'SUCCEEDED', late: 0, noticed: 3 },
    ]);
    const { moved, pairs, differences } = await program.view();
    expect(moved).toContain('6 d');
    expect(differences).toBe(0);
    const paid = pairs.find(({ invoice }) => invoice?.reference === 'HD-1990');
    expect(paid?.verdict.sentence).toBe('Paid on both sides, the same amount.');
    const there = await program.sandboxNowMs();
    const [{ at } = { at: new Date(0) }] = await rows<{ at: Date }>(
      'select max(created_at) as at from attempts',
    );
    expect(there).toBeGreaterThan(at.getTime());
    const database = openDatabase({
      url: program.databaseUrl(),
      connectionsMax: 2,
      onIdleError: () => undefined,
    });
    expect(await checkInvariants(database)).toEqual([]);
    await database.close();
  });

  it('a restarted playground has the same links and the current machine time', async () => {
    const before = await program.demoLinks();
    expect(before.length).toBeGreaterThan(5);
    const view = await program.run('reset');
    expect(view).toMatchObject({ moved: 'the same as on this machine', pairs: [], mails: [] });
    expect(await program.demoLinks()).toEqual(before);
    expect(await rows(SCHEDULED)).toMatchObject([{ state: 'LIVE', paid: null }]);
  });
});
