/** The journal and the aging agree with the postings, and a repeated download gives the same file (R92). */
import { randomUUID } from 'node:crypto';
import { addDays, isoDate } from '@quittance/contract/dates';
import { DAY_MS, SECOND_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createCreditNote } from '../../src/payments/credit-notes.ts';
import { recordManualPayment, reverseManualPayment } from '../../src/payments/record-manual.ts';
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
    /^JournalNo,JournalDate,AccountName,Debits,Credits,Description\r\n/,
  );
  const xero = toRows((await file(`/reports/journal?${days}&format=xero`)).text);
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
