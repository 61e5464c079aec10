/** Rules about money that a second condition does not guard: each of these tests fails without its rule. */
import { isoDate } from '@quittance/contract/dates';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { addNeighbor } from '../world/add-neighbor.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { InvoiceSettings } from '../world/company.ts';
import { openIntentPage } from '../world/intent-page.ts';
import { createProvider } from '../world/provider-client.ts';
import { payTogether, readBalances } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';
import {
  apply,
  note,
  paid,
  preview,
  readCredit,
  readInvoice,
  refund,
  reverseCheck,
} from './credit-story.ts';
import { reconcileFor } from './reconciliation.ts';

const clock = fixedClock(START);
const world = useWorld({ clock });

describe('Credit and what an invoice gives back (R90, R112)', () => {
  it("credit is not applied to another customer's invoice, although both have credit", async () => {
    const story = await paid(world, 'check');
    const neighbor = await addNeighbor(world.deps, story.company);
    const [credited, owed] = [await world.invoice(neighbor), await world.invoice(neighbor)];
    const { invoiceId } = credited;
    const check = { invoiceId, amount: 10_000, method: 'CHECK', reference: '77' };
    await story.post('/manual-payments', check);
    await note(story, story.invoice, 5000);
    await note(story, credited, 5000);
    expect((await apply(story, owed, 1000)).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect(await readCredit(story)).toBe(5000);
    expect(await readCredit({ ...story, company: neighbor })).toBe(5000);
    expect(await readInvoice(story.call, owed)).toMatchObject({ balance: 10_000, credited: 0 });
  });

  it('what an offer waived is neither credited nor refunded', async () => {
    const company = await world.company();
    const invoice = await world.invoice(company);
    const call = await createProvider(world, company);
    const { invoiceId } = invoice;
    const offer = { amount: 6000 };
    await call('POST', `/invoices/${invoiceId}/offer`, { body: offer, key: 'offer' });
    await world.payer(company, invoice).pay();
    expect(await readInvoice(call, invoice)).toMatchObject({ status: 'COLLECTED', waived: 4000 });
    const credit = (amount: number) =>
      call('POST', `/invoices/${invoiceId}/credit-notes`, {
        body: { amount, reason: 'Fewer hours' },
        key: `note-${amount}`,
      });
    expect((await credit(6001)).body.code).toBe('CREDIT_NOTE_TOO_LARGE');
    expect((await credit(2000)).status).toBe(201);
    const voided = await call('POST', `/invoices/${invoiceId}/void-with-refund`, {
      body: { reason: 'Off' },
      key: 'void',
    });
    expect(voided.body).toMatchObject({
      creditNote: { amount: 4000 },
      refunds: [{ credit: 6000 }],
    });
    await makeRefunds(world.deps);
  });

  it('an offer waives nothing whose credit was spent on another invoice since', async () => {
    const story = await paid(world, 'check');
    const { company, invoice, call, post } = story;
    await note(story, invoice, 5000);
    await reverseCheck(story);
    await world.later(HOUR_MS);
    const path = `/invoices/${invoice.invoiceId}/offer`;
    expect((await post(path, { amount: 3000 })).status).toBe(200);
    const [{ id }] = (await call('GET', '/payments?method=CREDIT')).body.data;
    const undone = await post(`/payments/${id}/undo-credit`, { reason: 'Mistake' });
    expect(undone.body).toMatchObject({ credit: 5000 });
    await apply(story, await world.invoice(company), 5000);
    await world.payer(company, invoice).pay();
    expect(await readInvoice(call, invoice)).toMatchObject({
      paid: 3000,
      waived: 0,
      balance: 7000,
    });
  });
});

describe('Credit on an invoice that something else holds (R90, R115)', () => {
  /** An invoice of which a note settled $20.00 and credit $30.00. */
  async function credited(settings: InvoiceSettings = {}) {
    const company = await world.company({ processor: 'stripe' });
    const story = await paid(world, 'check', company);
    const invoice = await world.invoice(company, settings);
    await note(story, story.invoice, 10_000);
    const { id: noteId } = (await note(story, invoice, 2000)).body;
    await apply(story, invoice, 3000);
    const [{ id }] = (await story.call('GET', '/payments?method=CREDIT')).body.data;
    const undo = async () =>
      (await story.post(`/payments/${id}/undo-credit`, { reason: 'Mistake' })).body.code;
    const voidNote = async () =>
      (await story.post(`/credit-notes/${noteId}/void`, { reason: 'Mistake' })).body.code;
    const change = async (action: string) => {
      const path = `/invoices/${invoice.invoiceId}/${action}`;
      expect((await story.post(path, { reason: 'They said so' })).status).toBe(200);
    };
    return { story, company, invoice, undo, voidNote, change };
  }

  it('credit is neither applied nor undone while the invoice is disputed, nor undone when it is written off', async () => {
    const overdue = { dueInDays: -5, status: 'IN_COLLECTION' } as const;
    const { story, invoice, undo, change } = await credited(overdue);
    await change('dispute');
    expect((await apply(story, invoice, 1000)).body.code).toBe('ACCOUNT_NOT_PAYABLE');
    expect(await undo()).toBe('INVOICE_NOT_CHANGEABLE');
    await change('resolve');
    await change('write-off');
    expect(await undo()).toBe('INVOICE_NOT_CHANGEABLE');
  });

  it('an arranged invoice is credited as a whole or not at all', async () => {
    const { story, company, invoice, undo, voidNote } = await credited({ dueInDays: 30 });
    const { methodId } = await world.method(company);
    await addSchedule(world.deps, { company, invoice, methodId }, 20);
    expect((await apply(story, invoice, 1000)).body.code).toBe('INVOICE_IS_ARRANGED');
    expect(await undo()).toBe('INVOICE_IS_ARRANGED');
    expect(await voidNote()).toBe('INVOICE_IS_ARRANGED');
    expect((await apply(story, invoice, 5000)).status).toBe(200);
    expect(await readInvoice(story.call, invoice)).toMatchObject({ status: 'COLLECTED' });
    expect(await readCredit(story)).toBe(2000);
  });
});

describe('Refunds (R39, R80)', () => {
  it('an amount that was paid another way is not refunded again, even if it is owed again', async () => {
    const story = await paid(world, 'card', await world.company({ processor: 'stripe' }));
    const { company, call, post } = story;
    const [{ processorReference: charge }] = (await call('GET', '/payments?method=CARD')).body.data;
    const { merchant } = company;
    await world.sandbox.fault({ merchant, operation: 'refund', fault: 'pending' });
    const { id } = (await refund(story, { amount: 5165 })).body;
    await makeRefunds(world.deps);
    await world.sandbox.endRefund(charge, 'failed');
    await reconcileFor(world, company);
    const byCheck = { decision: 'PAID_ANOTHER_WAY', reason: 'Check 1042' };
    expect((await post(`/refunds/${id}/decide`, byCheck)).body).toMatchObject({ origin: 'MANUAL' });
    const again = { isOwedAgain: true, isAgain: true };
    expect((await preview(story, { isOwedAgain: true })).body).toMatchObject({ amount: 5165 });
    const tooMuch = await refund(story, { amount: 5166, ...again });
    expect(tooMuch.body.code).toBe('REFUND_TOO_LARGE');
    // The refund that failed is not the same refund once more.
    const rest = await refund(story, { amount: 5165, isOwedAgain: true });
    expect(rest.status).toBe(201);
    await makeRefunds(world.deps);
  });

  it('a failed refund is a customer credit while a payer may still confirm an intent', async () => {
    const story = await paid(world, 'card', await world.company({ processor: 'stripe' }));
    const { company, invoice, call } = story;
    const [{ processorReference: charge }] = (await call('GET', '/payments?method=CARD')).body.data;
    await world.later(HOUR_MS);
    await refund(story, { amount: 5165, isOwedAgain: true });
    await makeRefunds(world.deps);
    const caller = await signIn(world, company);
    await openIntentPage(world, { caller, company, requestId: invoice.requestId });
    const { merchant, domain } = company;
    await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
    await world.sandbox.endRefund(charge, 'failed');
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
    expect(await readInvoice(call, invoice)).toMatchObject({ status: 'DUE', balance: 5000 });
    const { rows } = await world.deps.database.pool.query(
      'select credit_cents::int as credit from attempts where processor_reference = $1',
      [charge],
    );
    expect(rows).toEqual([{ credit: 5000 }]);
  });

  it('a refunded amount is not asked for again on a disputed invoice', async () => {
    const story = await paid(world);
    const { invoice, post } = story;
    await refund(story, { amount: 5165, isOwedAgain: true });
    await refund(story, { amount: 2066 });
    await makeRefunds(world.deps);
    const ask = async (action: string) =>
      (await post(`/invoices/${invoice.invoiceId}/${action}`, { reason: 'Billed' })).body;
    expect(await ask('dispute')).toMatchObject({ status: 'DISPUTED', balance: 5000 });
    expect((await ask('reopen')).code).toBe('ACCOUNT_NOT_PAYABLE');
    await ask('resolve');
    expect(await ask('reopen')).toMatchObject({ status: 'DUE', balance: 7000 });
  });

  it('the void of an invoice that was paid with others refunds its part only', async () => {
    const company = await world.company({ processor: 'stripe' });
    const invoices = [await world.invoice(company), await world.invoice(company)] as const;
    const chosen = invoices.map((invoice) => ({ invoice, amount: 10_000 }));
    await payTogether(world, { caller: await signIn(world, company), company }, { chosen });
    const call = await createProvider(world, company);
    const [first, second] = invoices.map(({ invoiceId }) => invoiceId);
    const voided = await call('POST', `/invoices/${second}/void-with-refund`, {
      body: { reason: 'Off' },
      key: 'void',
    });
    expect(voided.body).toMatchObject({
      creditNote: { amount: 10_000 },
      refunds: [{ invoiceId: second, amount: 10_315, credit: 10_000 }],
      credit: 0,
    });
    await makeRefunds(world.deps);
    const [{ id: paymentId }] = (await call('GET', '/payments?method=CARD')).body.data;
    const question = { body: { invoiceId: first } };
    const left = await call('POST', `/payments/${paymentId}/refunds/preview`, question);
    expect(left.body).toMatchObject({ amount: 10_315, left: 0 });
    expect(await readBalances(world, invoices)).toEqual([
      'COLLECTED 10000 of 10000',
      'COLLECTED 10000 of 10000',
    ]);
    expect(await readInvoice(call, invoices[0])).toMatchObject({ refunded: 0, credited: 0 });
  });
});

describe('Days and deadlines (R92, R97)', () => {
  it("the journal has a payment under the company's day, and only there", async () => {
    const company = await world.company();
    const invoice = await world.invoice(company);
    const call = await createProvider(world, company);
    await world.invoice(company, { status: 'DRAFT', totalCents: cents(7700) });
    const late = '2026-11-16T04:30:00.000Z';
    expect(clock.now() < late).toBe(true);
    await world.later(Date.parse(late) - Date.parse(clock.now()));
    const { invoiceId } = invoice;
    const cash = { invoiceId, amount: 10_000, method: 'CASH', reference: 'till-9' };
    await call('POST', '/manual-payments', { body: cash, key: 'cash' });
    await world.later(2 * DAY_MS);
    const journal = async (day: string) =>
      String((await call('GET', `/reports/journal?from=${day}&to=${day}`)).body);
    const evening = (await journal('2026-11-15')).trimEnd().split('\r\n').slice(1);
    expect(evening.map((line) => line.split(',')[0])).toEqual(
      evening.map(() => isoDate('2026-11-15')),
    );
    expect(evening.join()).toContain('100.00');
    expect(await journal('2026-11-16')).not.toContain('100.00');
    const owed = async (asOf: string) =>
      String((await call('GET', `/reports/aging?asOf=${asOf}`)).body);
    expect(await owed('2026-11-14')).toContain('100.00');
    // The invoice was opened on October 26, and a draft is not owed.
    expect(await owed('2026-10-25')).not.toContain('100.00');
    expect(await owed('2026-11-14')).not.toContain('77.00');
    expect(await owed('2026-11-15')).not.toContain('100.00');
  });

  it('a dispute that was won is lost after all', async () => {
    const story = await paid(world, 'card', await world.company({ processor: 'stripe' }));
    const { company, invoice, call } = story;
    const { merchant, domain } = company;
    await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
    const [charge] = await world.sandbox.records(merchant);
    const id = await world.sandbox.dispute(charge?.transactionId ?? '');
    const end = async (status: 'won' | 'lost') => {
      await world.sandbox.endDispute(id, status);
      await world.sandbox.flushWebhooks();
      await processWebhooks(world.deps);
      return (await readInvoice(call, invoice)).balance;
    };
    expect(await end('won')).toBe(0);
    expect(await end('lost')).toBe(10_000);
    expect((await call('GET', '/disputes')).body.data).toMatchObject([{ state: 'LOST' }]);
  });

  it('evidence is accepted before its deadline, and not from then on', async () => {
    const company = await world.company({ processor: 'stripe' });
    const { merchant, domain } = company;
    await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
    await world.payer(company, await world.invoice(company, { dueInDays: 30 })).pay();
    const [charge] = await world.sandbox.records(merchant);
    await world.sandbox.dispute(charge?.transactionId ?? '');
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
    const call = await createProvider(world, company);
    const [opened] = (await call('GET', '/disputes?state=OPEN')).body.data;
    const isAccepted = async () =>
      (await call('GET', `/disputes/${opened.id}`)).body.acceptsEvidence;
    await world.later(Date.parse(opened.dueAt) - HOUR_MS - Date.parse(clock.now()));
    expect(await isAccepted()).toBe(true);
    await world.later(HOUR_MS);
    expect(await isAccepted()).toBe(false);
    const body = { explanation: 'The crown was fitted.', product: 'Crown restoration' };
    const late = await call('POST', `/disputes/${opened.id}/evidence`, { body, key: 'late' });
    expect(late.body.code).toBe('EVIDENCE_NOT_ACCEPTED');
  });
});
