/** A company moves a scheduled payment to a later day, on behalf of its customer (R9, R17, ADR 0073). */

import { addDays } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import { chargeDue } from '../../../src/payments/off-session/charge-due.ts';
import { addSchedule, mailsTo } from '../../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../../world/company.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { CARDS } from '../../world/sandbox-process.ts';
import { START, useWorld } from '../../world/world.ts';

const clock = fixedClock(START);
let company: TestCompany;
let invoice: TestInvoice;
let call: Provider;

const world = useWorld({ clock });

beforeEach(async () => {
  company = await world.company();
  invoice = await world.invoice(company, { dueInDays: 40 });
  call = await createProvider(world, company);
});

async function scheduled(inDays: number, number: string = CARDS.pays): Promise<void> {
  const { methodId } = await world.method(company, { kind: 'card', number });
  await addSchedule(world.deps, { company, invoice, methodId }, inDays);
}

let moves = 0;

function move(inDays: number) {
  moves += 1;
  const chargeOn = addDays(world.deps.clock.today('America/New_York'), inDays);
  const path = `/invoices/${invoice.invoiceId}/move-schedule`;
  return call('POST', path, { body: { chargeOn, reason: 'On the phone' }, key: `move ${moves}` });
}

const statement = async () => (await world.statement(invoice)).split('\n')[0];

describe('A scheduled payment that the company moves', () => {
  it('a moved payment is announced again and charged once, on its new day, for the same amount', async () => {
    await scheduled(3);
    await world.runJobs();
    const moved = await move(6);
    expect(moved.body).toMatchObject({ amount: 10_000, fee: 330 });
    expect((await move(6)).body).toEqual(moved.body);
    await world.later(3 * DAY_MS);
    expect(await statement()).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    await world.later(3 * DAY_MS);
    expect(await statement()).toBe('invoice COLLECTED $100.00 of $100.00');
    expect(await mailsTo(world.deps, company)).toEqual([
      'payment-scheduled $103.30 on day 3',
      'upcoming-charge $103.30 on day 3',
      'schedule-moved $103.30 on day 6',
      'upcoming-charge $103.30 on day 6',
    ]);
    const { data } = (await call('GET', '/events')).body;
    const types = data.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type.startsWith('schedule.'))).toEqual([
      'schedule.created',
      'schedule.changed',
      'schedule.done',
    ]);
    const { rows } = await world.deps.database.pool.query(
      "select detail ->> 'reason' as reason from audit where company_id = $1 and action = 'schedule.moved_by_company'",
      [company.companyId],
    );
    expect(rows).toEqual([{ reason: 'On the phone' }]);
  });

  it('a scheduled payment cannot be moved to an earlier day or beyond the window', async () => {
    await scheduled(5);
    for (const inDays of [-1, 0, 1, 4, 32]) {
      expect((await move(inDays)).body.code).toBe('DATE_NOT_AVAILABLE');
    }
    expect((await move(31)).status).toBe(200);
  });

  it('a scheduled payment cannot be moved after an attempt and is not found after a cancellation', async () => {
    await scheduled(1, CARDS.declined);
    await world.later(DAY_MS);
    expect((await move(9)).body.code).toBe('SCHEDULE_NOT_CHANGEABLE');
    const path = `/invoices/${invoice.invoiceId}/cancel-schedule`;
    await call('POST', path, { body: { reason: 'On the phone' }, key: 'cancel' });
    expect((await move(9)).body.code).toBe('NOT_FOUND');
  });

  it('a payment that is charged and moved concurrently is either charged or moved, never both', async () => {
    await scheduled(1);
    // The scheduled day has come, but no job has run yet.
    const tomorrow = addMs(clock.now(), DAY_MS);
    clock.travelTo(tomorrow);
    await world.sandbox.travelTo(tomorrow);
    const [moved] = await Promise.all([move(5), chargeDue(world.deps)]);
    const isMoved = moved.status === 200;
    if (!isMoved) expect(['ACCOUNT_IS_PROCESSING', 'NOT_FOUND']).toContain(moved.body.code);
    const paid = 'invoice COLLECTED $100.00 of $100.00';
    expect(await statement()).toBe(isMoved ? 'invoice PAYMENT_EXTENSION $0.00 of $100.00' : paid);
    await world.later(5 * DAY_MS);
    expect(await statement()).toBe(paid);
  });
});
