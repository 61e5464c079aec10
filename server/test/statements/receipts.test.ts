/** Receipts as files (R26): access, link lifetime, and content. */
import { randomUUID } from 'node:crypto';
import { type Instant, instant } from '@quittance/contract/dates';
import type { AttemptId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import type { AttemptState } from '@quittance/domain/status/payment-status';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findCompany } from '../../src/companies/store.ts';
import { findCustomer } from '../../src/customers/store.ts';
import { attemptMoves, type attempts } from '../../src/schema/payments.ts';
import { refunds } from '../../src/schema/refunds.ts';
import { findReceipt } from '../../src/statements/receipt-rows.ts';
import { receiptText } from '../../src/statements/receipt-text.ts';
import type { TestCompany } from '../world/company.ts';
import { type Caller, NOW, useOwnPortal } from '../world/own-portal.ts';
import { addAttempt } from '../world/own-rows.ts';

let harbor: TestCompany;
let maya: Caller;
let paid: AttemptId;

const portal = useOwnPortal();

beforeAll(async () => {
  harbor = await portal.company();
  maya = await portal.signIn(harbor);
  paid = await pay();
});

async function pay(changes: Partial<typeof attempts.$inferInsert> = {}): Promise<AttemptId> {
  const invoice = await portal.invoice(harbor);
  return addAttempt(portal, { whose: harbor, invoice }, changes);
}

async function readLink(caller: Caller, id: string): Promise<string> {
  const { body } = await caller.call(`transaction/${id}/get-link`);
  return z.string().parse(body['link']);
}

const download = (link: string, headers: Record<string, string> = maya.cookie) =>
  fetch(`${portal.url}${link}`, { headers });

async function toText(attemptId: AttemptId) {
  const { companyId, customerId } = harbor;
  return portal.deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const row = await findReceipt(tx, { companyId, customerId, attemptId });
    const company = await findCompany(tx, companyId);
    const customer = await findCustomer(tx, { companyId, customerId });
    if (!row || !company || !customer) throw new Error('nothing to write a receipt from');
    return receiptText({ row, company, logo: null, customer, now: portal.deps.clock.now() });
  });
}

const NOT_FOUND = { status: 404, body: { success: false, message: 'NOT_FOUND' } };

describe('The link to a receipt (R26)', () => {
  it('the receipt URL is on our origin, and the file is not cached', async () => {
    const { body } = await maya.call(`transaction/${paid}/get-link`);
    expect(body).toMatchObject({ success: true, type: 'download' });
    const link = z.string().parse(body['link']);
    expect(link.startsWith(`/api/portal/transaction/${paid}/receipt?pass=`)).toBe(true);
    const answer = await download(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const number = `R-${paid.slice(0, 8).toUpperCase()}`;
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="receipt-${number}.pdf"`,
    );
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
  });

  it('the names of files are in the language of the customer', async () => {
    const speak = (language: 'es' | null) =>
      portal.pool.query('update customers set language = $2 where id = $1', [
        harbor.customerId,
        language,
      ]);
    await speak('es');
    const days = 'from=2026-01-01&to=2026-12-31';
    const names = [];
    const file = `debtor/${harbor.customerId}/file-link?kind=statement-csv&${days}`;
    for (const path of [`transaction/${paid}/get-link`, file]) {
      const { body } = await maya.call(path);
      const { headers } = await download(z.string().parse(body['link']));
      names.push(/filename="(.+)"/.exec(headers.get('content-disposition') ?? '')?.[1]);
    }
    expect(names).toEqual([
      `recibo-R-${paid.slice(0, 8).toUpperCase()}.pdf`,
      'estado-de-cuenta-2026-01-01-2026-12-31.csv',
    ]);
    await speak(null);
  });

  it('a receipt link requires the cookie of the requesting session, on our own page', async () => {
    const link = await readLink(maya, paid);
    const again = await portal.signIn(harbor);
    const other = await portal.signIn(await portal.neighbor(harbor));
    expect((await download(link, {})).status).toBe(404);
    expect((await download(link, again.cookie)).status).toBe(404);
    expect((await download(link, other.cookie)).status).toBe(404);
    const elsewhere = { ...maya.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await download(link, elsewhere)).status).toBe(404);
    expect((await download(link)).status).toBe(200);
  });

  it('a receipt link works only for its own payment and its own pass', async () => {
    const other = await pay();
    const link = await readLink(maya, paid);
    expect((await download(link.replace(paid, other))).status).toBe(404);
    expect((await download(link.replace(/pass=.*/, 'pass=v1.AAAA'))).status).toBe(404);
  });

  it('a receipt is refused for an unpaid, unknown or foreign payment', async () => {
    const failed = await pay({ state: 'FAILED' });
    const neighbor = await portal.signIn(await portal.neighbor(harbor));
    expect(await maya.call(`transaction/${failed}/get-link`)).toEqual(NOT_FOUND);
    expect(await maya.call(`transaction/${randomUUID()}/get-link`)).toEqual(NOT_FOUND);
    expect(await neighbor.call(`transaction/${paid}/get-link`)).toEqual(NOT_FOUND);
  });

  it('a receipt link expires after five minutes or when the session ends', async () => {
    const caller = await portal.signIn(harbor);
    const link = await readLink(caller, paid);
    await portal.pool.query('update sessions set revoked_at = now() where id = $1', [
      caller.sessionId,
    ]);
    expect((await download(link, caller.cookie)).status).toBe(404);
    const late = await readLink(maya, paid);
    portal.later(5 * 60 * 1000);
    expect((await download(late)).status).toBe(404);
  });
});

describe('The content of a receipt (R26)', () => {
  it('a receipt contains the payer, invoice, method, date, reference, status and every amount', async () => {
    const settledAt = portal.deps.clock.now();
    const id = await pay({ settledAt, processorReference: 'txn_1' });
    const { facts, sums, total, warning, company } = await toText(id);
    expect(Object.fromEntries(facts)).toMatchObject({
      'Paid by': 'Maya Ortiz',
      'Payment method': 'Visa **** 4242',
      'Processor reference': 'PayEngine txn_1',
      Status: 'Success',
    });
    expect(Object.fromEntries(facts)['Date']).toMatch(/^November 15, 2026 \d+:\d\d AM EST$/);
    expect(sums).toEqual([
      ['Amount', '$100.00'],
      ['Processing fee', '$3.30'],
      ['Total', '$103.30'],
    ]);
    expect({ total, warning }).toEqual({ total: '$103.30', warning: null });
    expect(company.initials).not.toBe('');
  });

  const SENT = instant('2026-11-12T15:00:00.000Z');
  const SUCCEEDED = instant('2026-11-14T20:30:00.000Z');

  async function returnedDebit(history: readonly AttemptState[], status: InvoiceStatus = 'DUE') {
    const invoice = await portal.invoice(harbor, { status });
    const id = await addAttempt(
      portal,
      { whose: harbor, invoice },
      {
        state: 'RETURNED',
        method: 'ACH',
        methodBrand: null,
        createdAt: SENT,
        settledAt: instant(NOW),
      },
    );
    const times: Partial<Record<AttemptState, Instant>> = { SUCCEEDED, RETURNED: instant(NOW) };
    const { companyId, customerId } = harbor;
    const whose = { companyId, customerId, attemptId: id };
    let fromState: AttemptState = 'PENDING';
    for (const toState of history) {
      const at = times[toState] ?? SENT;
      const move = { ...whose, fromState, toState, source: 'webhook', at };
      await portal.deps.database.asSystem((tx) => tx.insert(attemptMoves).values(move));
      fromState = toState;
    }
    return toText(id);
  }

  it('a returned payment keeps its payment date', async () => {
    const { facts, headline, warning } = await returnedDebit(['SUCCEEDED', 'RETURNED']);
    expect(headline).toBe('Paid on November 14, 2026 3:30 PM EST');
    expect(warning).toBe(
      'Returned on November 15, 2026 10:00 AM EST. This payment was returned and no longer counts. You owe this amount again.',
    );
    expect(Object.fromEntries(facts)).toMatchObject({
      Date: 'November 14, 2026 3:30 PM EST',
      Status: 'Returned',
      'Payment method': 'Bank account **** 4242',
    });
  });

  it('a debit that was returned before success is shown as submitted, not paid', async () => {
    const { facts, headline, warning } = await returnedDebit(['RETURNED']);
    expect(headline).toBe('Submitted on November 12, 2026 10:00 AM EST');
    expect(warning).toContain("Your bank didn't pay this debit.");
    expect(Object.fromEntries(facts)).toMatchObject({
      Payer: 'Maya Ortiz',
      Submitted: 'November 12, 2026 10:00 AM EST',
    });
  });

  it.each([
    ['IN_COLLECTION', true],
    ['PAYMENT_PLAN_IN_PROGRESS', true],
    ['DISPUTED', false],
    ['COLLECTED', false],
  ] as const)(
    'the receipt of a returned payment on an invoice in state %s says "You owe this amount again": %s',
    async (status, isSaid) => {
      const { warning } = await returnedDebit(['SUCCEEDED', 'RETURNED'], status);
      expect(warning?.includes('You owe this amount again')).toBe(isSaid);
    },
  );

  async function refund(state: 'PENDING' | 'SUCCEEDED' | 'FAILED', amountCents: number) {
    const id = await pay();
    const { companyId, customerId } = harbor;
    const whose = { companyId, customerId, attemptId: id };
    const refunded = { ...whose, id: randomUUID(), amountCents: cents(amountCents), state };
    const doneAt = state === 'SUCCEEDED' ? instant(NOW) : null;
    const failedAt = state === 'FAILED' ? instant(NOW) : null;
    const at = { createdAt: instant(NOW), nextTryAt: instant(NOW), doneAt, failedAt };
    await portal.deps.database.asSystem((tx) =>
      tx.insert(refunds).values({ ...refunded, origin: 'OVERPAYMENT', ...at }),
    );
    const { warning, facts, sums } = await toText(id);
    return { warning, status: Object.fromEntries(facts)['Status'], sums: sums.slice(3) };
  }

  it.each([
    ['PENDING', 'A refund of $12.34 is on its way.'],
    ['FAILED', null],
  ] as const)('a receipt shows the state of a refund: %s', async (state, warning) => {
    expect(await refund(state, 1234)).toEqual({ warning, status: 'Success', sums: [] });
  });

  it.each([
    [1234, '$12.34', 'Partly refunded', '$90.96'],
    [10_330, '$103.30', 'Refunded', '$0.00'],
  ])(
    'a receipt with a refund of %d cents shows what was refunded and the net amount',
    async (amount, text, status, net) => {
      expect(await refund('SUCCEEDED', amount)).toEqual({
        warning: `Refunded: ${text} on November 15, 2026 10:00 AM EST.`,
        status,
        sums: [
          ['Refunded', `-${text}`],
          ['Net', net],
        ],
      });
    },
  );
});
