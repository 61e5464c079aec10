/** The daily summary matches the ledger and is sent once, in the morning of the company's time zone (ADR 0072). */
import { HOUR_MS } from '@quittance/contract/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { companyMailSchema, type SummaryContent } from '../../src/customers/mail/company-mail.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { summarizeDays } from '../../src/reports/summarize-days.ts';
import type { TestCompany } from '../world/company.ts';
import { dieEverywhere } from '../world/dying-clock.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';

/** Sunday, 10:00 in New York. */
const START = '2026-11-15T15:00:00.000Z';

const clock = fixedClock(START);
let company: TestCompany;
let call: Provider;

const world = useWorld({ clock });

beforeAll(async () => {
  company = await world.company({ supportEmail: 'office@harbor.example' });
  call = await createProvider(world, company);
  const body = { addresses: ['office@harbor.example'], kinds: ['DAILY_SUMMARY'] };
  await call('PUT', '/notice-settings', { body });
});

async function summaries(): Promise<SummaryContent[]> {
  const { rows } = await world.deps.database.pool.query<{ payload: unknown }>(
    `select payload from outbox where company_id = $1 and payload ? 'to' order by id`,
    [company.companyId],
  );
  return rows.flatMap(({ payload }) => {
    const { content } = companyMailSchema.parse(payload);
    return content.template === 'company-summary' ? [content] : [];
  });
}

async function toLedger(date: string) {
  const { rows } = await world.deps.database.pool.query<Record<'into' | 'out', string>>(
    `select coalesce(sum(amount_cents) filter (where destination like 'clearing:%'), 0) as into,
       coalesce(sum(amount_cents) filter (where source like 'clearing:%'), 0) as out
     from postings where company_id = $1 and (at at time zone 'America/New_York')::date = $2`,
    [company.companyId, date],
  );
  return { into: Number(rows[0]?.into), out: Number(rows[0]?.out) };
}

async function payCard(card: string = CARDS.pays) {
  const invoice = await world.invoice(company);
  await world.payer(company, invoice).pay({ card });
  return invoice;
}

async function payCash(ref: string): Promise<string> {
  const { invoiceId } = await world.invoice(company);
  const cash = { invoiceId, amount: 4000, method: 'CASH', reference: ref };
  return (await call('POST', '/manual-payments', { body: cash, key: ref })).body.id;
}

describe('The summary of a day', () => {
  it('the daily summary shows the ledger figures by method and the open amounts', async () => {
    await payCard();
    await payCard();
    await payCard(CARDS.insufficientFunds);
    await payCash('D-1');
    const returned = await payCash('D-2');
    await call('POST', `/manual-payments/${returned}/reverse`, {
      body: { cause: 'ERROR', reason: 'Counterfeit' },
      key: 'reversal',
    });
    const payments = (await call('GET', '/payments?limit=100')).body.data;
    const paid = payments.find(
      (one: { method: string; state: string }) =>
        one.method === 'CARD' && one.state === 'SUCCEEDED',
    );
    await call('POST', `/payments/${paid.id}/refunds`, {
      body: { amount: 3330, reason: 'One item was missing' },
      key: 'refund',
    });
    await makeRefunds(world.deps);
    expect(await summaries()).toEqual([]);

    // 0:30 and 7:30 on the next day: the previous day has ended, but the email is not due yet.
    await world.later(14.5 * HOUR_MS);
    await payCash('D-3');
    await world.later(7 * HOUR_MS);
    expect(await summaries()).toEqual([]);
    await world.later(HOUR_MS / 2);
    const [summary, ...others] = await summaries();
    expect(others).toEqual([]);
    expect(summary).toEqual({
      template: 'company-summary',
      date: '2026-11-15',
      collected: { count: 4, cents: 28_660 },
      byMethod: [
        { method: 'CARD', count: 2, cents: 20_660 },
        { method: 'CASH', count: 2, cents: 8000 },
      ],
      returned: { count: 1, cents: 4000 },
      refunded: { count: 1, cents: 3330 },
      failed: { count: 1, cents: 10_330 },
      disputed: { count: 0, cents: 0 },
      held: { count: 0, cents: 0 },
      openCents: 32_000,
      overdueCents: 0,
    });
    const { into, out } = await toLedger('2026-11-15');
    expect(into).toBe(summary?.collected.cents);
    expect(out).toBe(Number(summary?.returned.cents) + Number(summary?.refunded.cents));
  });

  it('the daily summary is sent once, even by two processes and after crashes', async () => {
    await Promise.all([summarizeDays(world.deps), summarizeDays(world.deps)]);
    expect(await summaries()).toHaveLength(1);
    // 20:00: no process ran in the morning, and the first processes die while working.
    clock.travelTo(addMs(clock.now(), 36 * HOUR_MS));
    await dieEverywhere(world.deps, summarizeDays);
    const dates = (await summaries()).map(({ date }) => date);
    expect(dates).toEqual(['2026-11-15', '2026-11-16']);
  });

  it('the daily summary is not sent after a day without activity', async () => {
    await world.later(24 * HOUR_MS);
    await world.later(24 * HOUR_MS);
    expect(await summaries()).toHaveLength(2);
  });
});
