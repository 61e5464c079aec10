/** The journal and the aging agree with the postings, and a repeated download gives the same file (R92). */
import { randomUUID } from 'node:crypto';
import { addDays, isoDate } from '@quittance/contract/dates';
import { DAY_MS, SECOND_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { type ProcessorName, processorLabel } from '@quittance/contract/processors/registry';
import { describe, expect, it } from 'vitest';
import { oneInTurn } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createCreditNote } from '../../src/payments/credit-notes.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { recordManualPayment, reverseManualPayment } from '../../src/payments/record-manual.ts';
import { readPayouts } from '../../src/payouts/read-payouts.ts';
import { createProvider } from '../world/provider-client.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
const world = useWorld({ clock });

const TODAY = isoDate(START.slice(0, 10));
const toRows = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
const toCents = (text = '') => Math.round(Number(text) * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

it('journal and aging of a month agree with the postings of each day', async () => {
  const company = await world.company();
  const { companyId } = company;
  const [first, second] = [await world.invoice(company), await world.invoice(company)];
  const call = await createProvider(world, company);
  const file = async (path: string) => {
    const { status, body } = await call('GET', path);
    return { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };
  const parts = [{ invoiceId: first.invoiceId, amountCents: cents(7000) }];
  const check = { companyId, parts, method: 'CHECK', reference: randomUUID() } as const;
  const by = { actor: 'operator:till', at: clock.now() };
  const { id: attemptId } = await recordManualPayment(world.deps, { ...check, ...by });
  await world.payer(company, second).pay();
  await world.later(DAY_MS);
  await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'BOUNCED' });
  const actor = { companyId, name: 'operator' };
  const input = { amount: cents(4500), reason: 'Two hours less' };
  for (const { invoiceId } of [first, second]) {
    await world.later(SECOND_MS);
    await world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      createCreditNote(tx, world.deps, { actor, invoiceId, input }),
    );
  }
  await world.later(DAY_MS);

  const days = `from=${addDays(TODAY, -5)}&to=${addDays(TODAY, 1)}`;
  const journal = await file(`/reports/journal?${days}`);
  expect(journal.status).toBe(200);
  expect((await file(`/reports/journal?${days}`)).text).toBe(journal.text);
  const lines = toRows(journal.text);
  const { rows } = await world.deps.database.pool.query(
    'select sum(amount_cents)::int as moved from postings where company_id = $1',
    [companyId],
  );
  expect(sum(lines.map(([, , , debit]) => toCents(debit)))).toBe(rows[0].moved);
  expect(sum(lines.map(([, , , , credit]) => toCents(credit)))).toBe(rows[0].moved);
  const noted = lines.filter(([, , account]) => account === 'Sales Returns and Allowances');
  expect(noted.map(([, , , debit]) => toCents(debit))).toEqual([9000]);
  const credit = lines.filter(([, , account]) => account === 'Customer Credits');
  expect(credit.map((line) => toCents(line[4]))).toEqual([4500]);
  const quickBooks = await file(`/reports/journal?${days}&format=quickbooks`);
  expect(quickBooks.text).toMatch(
    /^JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name\r\n/,
  );
  for (const [, , account, , , , name] of toRows(quickBooks.text)) {
    expect(name).toBe(account === 'Accounts Receivable' ? 'Portal Customers' : '');
  }
  const xero = toRows((await file(`/reports/journal?${days}&format=xero`)).text);
  expect(xero[0]?.[1]).toBe('15 Nov 2026');
  expect(sum(xero.map((line) => toCents(line[5])))).toBe(0);
  expect((await file(`/reports/journal?from=${TODAY}&to=${addDays(TODAY, 2)}`)).status).toBe(400);

  const owed = async (asOf: string) =>
    toRows((await file(`/reports/aging?asOf=${asOf}`)).text).map((line) => toCents(line[5]));
  expect(await owed(addDays(TODAY, 2))).toEqual([5500, 5500]);
  expect(await owed(TODAY)).toEqual([3000, 3000]);

  const overdue = async (query: string) => {
    const { body } = await call('GET', `/reports/summary?${query}`);
    return body.overdue.map(({ amount }: { amount: number }) => amount);
  };
  await world.later(45 * DAY_MS);
  const late = addDays(TODAY, 40);
  const ages = toRows((await file(`/reports/aging?asOf=${late}`)).text);
  const inFile = ['1-30', '31-60', '61-90', '90+'].map((age) =>
    sum(ages.filter((line) => line[4] === age).map((line) => toCents(line[5]))),
  );
  expect(sum(inFile)).toBeGreaterThan(0);
  expect(await overdue(`asOf=${late}`)).toEqual(inFile);
  expect(await overdue(`asOf=${TODAY}`)).toEqual([0, 0, 0, 0]);
  expect((await call('GET', `/reports/summary?asOf=${addDays(TODAY, 60)}`)).status).toBe(400);
});

const HOUR_MS = 3_600_000;

async function openBooks(processor: ProcessorName) {
  const company = await world.company({ processor });
  const call = await createProvider(world, company);
  const file = async (path: string) => String((await call('GET', path)).body);
  return {
    company,
    call,
    today: () => isoDate(clock.now().slice(0, 10)),
    pay: async () => {
      await world.payer(company, await world.invoice(company)).pay();
      await world.later(SECOND_MS);
    },
    /** Payouts are read once an hour. */
    read: async () => {
      await world.later(HOUR_MS);
      await readPayouts(world.deps);
    },
    journal: (to: string) => file(`/reports/journal?from=${addDays(TODAY, -5)}&to=${to}`),
    clearing: (asOf: string) => file(`/reports/clearing?asOf=${asOf}`),
    inClearing: async () => {
      const { rows } = await world.deps.database.pool.query<{ cents: number }>(
        `select sum(case when destination like 'clearing:%' then amount_cents else 0 end
          - case when source like 'clearing:%' then amount_cents else 0 end)::int as cents
        from postings where company_id = $1`,
        [company.companyId],
      );
      return rows[0]?.cents ?? 0;
    },
  };
}

/** Sums the journal by account. */
function toBalances(journal: string): Record<string, number> {
  const balances: Record<string, number> = {};
  for (const [, , account = '', debit, credit] of toRows(journal)) {
    balances[account] = (balances[account] ?? 0) + toCents(debit) - toCents(credit);
  }
  return balances;
}

/** The items of a clearing account with their amounts, its sums included. */
const toItems = (clearing: string) =>
  toRows(clearing).map(([, item, , , , amount]) => [item, toCents(amount)]);

/** The sums agree, whatever the items are. */
const sums = (total: number) => [
  ['Total of the items', total],
  ['Balance in the journal', total],
  ['Difference', 0],
];

describe('Payouts in the journal (R92)', () => {
  it('at Stripe, payouts move money from clearing to the bank, and what is left in clearing is named', async () => {
    const books = await openBooks('stripe');
    const { call, pay, read, journal, clearing, today } = books;
    const { merchant, domain } = books.company;
    await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
    const list = async (path: string) => (await call('GET', path)).body.data;
    await pay();
    await pay();
    const [refunded, disputed] = await list('/payments');
    const body = { amount: 3000, reason: 'Canceled' };
    await call('POST', `/payments/${refunded.id}/refunds`, { body, key: 'refund' });
    await makeRefunds(world.deps);
    await world.sandbox.payOut(merchant);
    await read();
    await pay();
    const [first, [third]] = [today(), await list('/payments?limit=1')];
    const held = await books.inClearing();
    await world.later(DAY_MS);

    const [payout] = await list('/payouts');
    const gross = payout.deposited + payout.fees;
    const journalOfFirst = await journal(first);
    const entry = toRows(journalOfFirst).filter(([, number]) => number?.endsWith('-P1'));
    expect(entry.map((row) => [row[2], toCents(row[3]), toCents(row[4]), row[5]])).toEqual(
      [
        ['Bank Account', payout.deposited, 0],
        ['Merchant Account Fees', payout.fees, 0],
        ['Stripe Clearing', 0, gross],
      ].map((row) => [...row, `Payout ${payout.processorReference}`]),
    );
    const open = third.amount + third.fee;
    expect(held - gross).toBe(open);
    expect(toBalances(journalOfFirst)['Stripe Clearing']).toBe(open);
    const clearingOfFirst = await clearing(first);
    expect(toItems(clearingOfFirst)).toEqual([['Payment not paid out yet', open], ...sums(open)]);

    await world.sandbox.failPayout(payout.processorReference);
    await world.sandbox.dispute(disputed.processorReference);
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
    await read();
    const second = today();
    await world.later(DAY_MS);
    const taken = disputed.amount + disputed.fee;
    const journalOfSecond = await journal(second);
    expect(toBalances(journalOfSecond)['Bank Account']).toBe(0);
    expect(toItems(await clearing(second))).toEqual([
      ['Payment changed after its payout', -taken],
      ['Payment not paid out yet', open],
      ['Payout returned by the bank', payout.deposited],
      ...sums(payout.deposited + open - taken),
    ]);

    await world.sandbox.payOut(merchant);
    await pay();
    await world.sandbox.payOut(merchant, { isAutomatic: false });
    await read();
    const lastDay = today();
    await world.later(DAY_MS);
    const payouts = await list('/payouts');
    const paidOut = sum(
      payouts.map(({ state, deposited }: Record<string, unknown>) =>
        state === 'PAID' ? Number(deposited) : 0,
      ),
    );
    const balances = toBalances(await journal(lastDay));
    expect(balances['Bank Account']).toBe(paidOut);
    expect(balances['Other Processor Activity']).toBeUndefined();
    expect(sum(Object.values(balances))).toBe(0);
    const manual = payouts.find(({ isItemized }: { isItemized: boolean }) => !isItemized);
    const [last] = await list('/payments?limit=1');
    expect(toItems(await clearing(lastDay))).toEqual([
      ['Payment not paid out yet', last.amount + last.fee],
      ['Payout without a list of its contents', -manual.deposited],
      ...sums(last.amount + last.fee - manual.deposited),
    ]);
    expect(await journal(first)).toBe(journalOfFirst);
    expect(await journal(second)).toBe(journalOfSecond);
    expect(await clearing(first)).toBe(clearingOfFirst);

    const { rows } = await world.deps.database.pool.query(
      `update payout_lines set is_ours = false, attempt_id = null
       where company_id = $1 and charge_reference = $2 returning gross_cents::int as gross`,
      [books.company.companyId, third.processorReference],
    );
    const elsewhere = toBalances(await journal(lastDay));
    expect(elsewhere['Other Processor Activity']).toBe(-rows[0].gross);
    expect(elsewhere['Bank Account']).toBe(paidOut);
    expect(sum(Object.values(elsewhere))).toBe(0);
    expect(toItems(await clearing(lastDay)).at(-1)).toEqual(['Difference', 0]);
  });

  it.each(oneInTurn(['payengine', 'fiserv'] as const, 0))(
    'at %s, which reports no payouts, clearing stays open and the file says so',
    async (processor) => {
      const { call, pay, read, journal, clearing, inClearing, today } = await openBooks(processor);
      await pay();
      await read();
      const day = today();
      await world.later(DAY_MS);
      const label = processorLabel(processor);
      const status = { processor, isSupported: false, problem: null };
      expect((await call('GET', '/payout-status')).body).toMatchObject(status);
      const held = await inClearing();
      expect(held).toBeGreaterThan(0);
      expect(toBalances(await journal(day))[`${label} Clearing`]).toBe(held);
      expect(toItems(await clearing(day))).toEqual([
        [`${label} reports no payouts: enter its deposits and fees`, 0],
        ['Balance in the journal', held],
      ]);
    },
  );
});
