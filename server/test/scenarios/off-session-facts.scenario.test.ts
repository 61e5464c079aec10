/**
 * Off-session charges read the facts they depend on again under their locks (R81). If the company, a bank or the
 * payer has changed something since the announcement, nothing is charged, or the charge is announced again.
 */

import { addDays } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import type {
  ChangePreview,
  ExcludedInvoice,
  UpcomingCharge,
} from '@quittance/contract/statements/upcoming-charges';
import { invariant } from '@quittance/domain/invariant';
import { beforeEach, describe, expect, it } from 'vitest';
import { findCompany } from '../../src/companies/store.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { chargeCompany } from '../../src/payments/off-session/charge-due.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { addSchedule, autoPayOn, mailsTo } from '../world/arrangements.ts';
import type { InvoiceSettings, TestCompany, TestInvoice } from '../world/company.ts';
import { payRequest } from '../world/pay-request.ts';
import { startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { payTogether, readBalances } from '../world/several-invoices.ts';
import { BANK_ACCOUNTS, type Caller, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const ZONE = 'America/New_York';
const RULES = {
  availablePaymentOptions: [],
  restrictedPaymentMethods: [],
  isOwnAmountAllowed: true,
};

const clock = fixedClock(START);
let harbor: TestCompany;
let caller: Caller;
let call: Provider;

const world = useWorld({ clock });

beforeEach(async () => {
  harbor = await world.company({ processor: 'stripe', rules: RULES });
  const { merchant, domain } = harbor;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
  caller = await signIn(world, harbor);
  call = await createProvider(world, harbor);
});

async function laterDays(...days: readonly number[]): Promise<void> {
  for (const count of days) await world.later(count * DAY_MS);
  caller = await signIn(world, harbor);
}

async function announced(...all: readonly InvoiceSettings[]): Promise<TestInvoice[]> {
  const invoices: TestInvoice[] = [];
  for (const settings of all) invoices.push(await world.invoice(harbor, settings));
  const method = await world.method(harbor);
  await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
  await world.runJobs();
  return invoices;
}

const today = () => clock.today(ZONE);
const balances = (...invoices: readonly TestInvoice[]) => readBalances(world, invoices);

async function calendar(): Promise<string[]> {
  const path = `debtor/${harbor.customerId}/upcoming-charge`;
  // Safe because in this world, the server checks its responses against the schema.
  const charges = (await caller.call({ method: 'GET', path }))['charges'] as UpcomingCharge[];
  return charges.map(({ date, amount }) => `${date} ${amount}`);
}

function preview(change: object) {
  return caller.call({ method: 'POST', path: 'upcoming-charge/preview', body: { change } });
}

describe('A due date that the company moves after the notice (R81)', () => {
  it('auto-pay charges on the new due date after a new notice', async () => {
    const [invoice] = await announced({ dueInDays: 2 });
    invariant(invoice, 'an invoice was added');
    const dueDate = addDays(today(), 60);
    const moved = await call('PATCH', `/invoices/${invoice.invoiceId}`, { body: { dueDate } });
    expect(moved.status).toBe(200);
    expect(await calendar()).toEqual([`${dueDate} 10000`]);
    await laterDays(2, 1, 40);
    expect(await balances(invoice)).toEqual(['DUE 0 of 10000']);
    await laterDays(14);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $103.30 on day 2',
      'upcoming-charge $103.30 on day 60',
    ]);
    await laterDays(3);
    expect(await balances(invoice)).toEqual(['COLLECTED 10000 of 10000']);
  });
});

describe('Changes by the company while the charges of a day are made (R81)', () => {
  /** Starts a run that reads the company before any of the changes. */
  async function staleRun() {
    const { companyId } = harbor;
    const company = await world.deps.database.asSystem((tx) => findCompany(tx, companyId));
    invariant(company, 'a test company exists');
    return async (change: string) => {
      const statement = `update companies set ${change} where company_id = $1`;
      await world.deps.database.pool.query(statement, [companyId]);
      return chargeCompany(world.deps, { company, today: today() });
    };
  }

  it('a hold stops the charge, and a changed fee is announced before the charge', async () => {
    const [invoice] = await announced({ dueInDays: 2 });
    invariant(invoice, 'an invoice was added');
    clock.travelTo(addMs(clock.now(), 2 * DAY_MS));
    await world.sandbox.travelTo(clock.now());
    const chargeAfter = await staleRun();
    const held = `charges_held_since = '${clock.now()}'`;
    expect(await chargeAfter(held)).toEqual({ waits: 1 });
    const dearer = `charges_held_since = null, fee_settings = fee_settings || '{"card": 400}'`;
    expect(await chargeAfter(dearer)).toEqual({ waits: 1 });
    expect(await mailsTo(world.deps, harbor)).toContain('upcoming-charge $104.30 on day 5');
    await laterDays(3);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $4.30');
  });
});

describe('A contested invoice (R82)', () => {
  async function hearEvents(): Promise<void> {
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
  }

  async function disputePart(invoices: readonly TestInvoice[]): Promise<string> {
    const chosen = invoices.map((invoice) => ({ invoice, amount: 5000 }));
    const { answer } = await payTogether(world, { caller, company: harbor }, { chosen });
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    const [charge] = (await world.sandbox.records(harbor.merchant)).slice(-1);
    const id = await world.sandbox.dispute(charge?.transactionId ?? '');
    await hearEvents();
    return id;
  }

  async function end(id: string, status: 'won' | 'lost'): Promise<void> {
    await world.sandbox.endDispute(id, status);
    await hearEvents();
  }

  it('a contested invoice is not charged while its dispute is open or after the dispute is lost', async () => {
    const invoices = await announced({ dueInDays: 3 }, { dueInDays: 3 });
    const id = await disputePart(invoices);
    expect(await calendar()).toEqual([]);
    await end(id, 'lost');
    expect(await calendar()).toEqual([]);
    const charge = `auto-pay:${invoices[0]?.invoiceId}`;
    const date = addDays(today(), 5);
    expect(await preview({ kind: 'move', charge, date })).toMatchObject({
      message: 'CHARGE_NOT_CHANGEABLE',
    });
    await laterDays(3, 1, 10);
    expect(await balances(...invoices)).toEqual([
      'IN_COLLECTION 0 of 10000',
      'IN_COLLECTION 0 of 10000',
    ]);
    const [first] = invoices;
    invariant(first, 'an invoice was added');
    const { payable } = await world.payer(harbor, first).read();
    expect(payable.options).toEqual(['PAY_IN_FULL']);
    expect(await world.payer(harbor, first).pay()).toMatchObject({ success: true });
  });

  it('a contested invoice is charged again, after a new notice, once the dispute is won', async () => {
    const invoices = await announced({ dueInDays: 3 }, { dueInDays: 3 });
    const id = await disputePart(invoices);
    await laterDays(4);
    await end(id, 'won');
    await laterDays(0, 3);
    expect(await balances(...invoices)).toEqual([
      'COLLECTED 10000 of 10000',
      'COLLECTED 10000 of 10000',
    ]);
  });
});

describe('A written-off invoice (R85)', () => {
  it('a written-off invoice can be charged only by its payer until the company reopens it', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: -12, status: 'IN_COLLECTION' });
    const { invoiceId, requestId } = invoice;
    const reason = { body: { reason: 'Moved away' } };
    await call('POST', `/invoices/${invoiceId}/write-off`, { ...reason, key: 'off' });
    const quote = { amount: 100, fee: 33 };
    const about = { caller, company: harbor, requestId };
    expect(await payRequest(world, about, { way: 'amount', quote })).toMatchObject({
      status: 'SUCCESS',
    });
    const method = await world.method(harbor);
    await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
    await laterDays(1, 3);
    expect(await calendar()).toEqual([]);
    expect(await balances(invoice)).toEqual(['DEFAULTED 100 of 10000']);
    expect((await world.payer(harbor, invoice).read()).payable.options).toEqual(['PAY_IN_FULL']);
    await call('POST', `/invoices/${invoiceId}/reopen`, { ...reason, key: 'again' });
    expect(await balances(invoice)).toEqual(['IN_COLLECTION 100 of 10000']);
    await laterDays(3);
    expect(await balances(invoice)).toEqual(['COLLECTED 10000 of 10000']);
  });
});

describe('An invoice whose schedule or plan is canceled (R83)', () => {
  const left = async () => {
    const path = `debtor/${harbor.customerId}/upcoming-charge`;
    const { excluded } = await caller.call({ method: 'GET', path });
    // Safe because in this world, the server checks its responses against the schema.
    return (excluded as ExcludedInvoice[]).map(({ accountRef }) => accountRef);
  };

  async function include({ invoiceId }: TestInvoice): Promise<string | undefined> {
    const change = { kind: 'include', charge: `auto-pay:${invoiceId}` };
    // Safe because in this world, the server checks its responses against the schema.
    const { text, after } = (await preview(change))['preview'] as ChangePreview;
    const body = { change, agreedText: text };
    const made = await caller.call({ method: 'POST', path: 'upcoming-charge/change', body });
    expect(made).toMatchObject({ success: true });
    return after[0]?.date;
  }

  it('an invoice with a canceled schedule or plan stays out of auto-pay until its payer includes it', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: -5, status: 'IN_COLLECTION' });
    const method = await world.method(harbor);
    await addSchedule(world.deps, { company: harbor, invoice, methodId: method.methodId }, 10);
    await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
    const path = `scheduled-payment/internal-${invoice.invoiceId}`;
    expect(await caller.call({ method: 'DELETE', path })).toMatchObject({ success: true });
    await laterDays(0, 1, 3);
    expect(await balances(invoice)).toEqual(['IN_COLLECTION 0 of 10000']);
    expect([await calendar(), await left()]).toEqual([[], [invoice.accountRef]]);
    const date = addDays(today(), 3);
    expect(await include(invoice)).toBe(date);
    expect([await calendar(), await left()]).toEqual([[`${date} 10000`], []]);
    await laterDays(2);
    expect(await balances(invoice)).toEqual(['IN_COLLECTION 0 of 10000']);
    await laterDays(1);
    expect(await balances(invoice)).toEqual(['COLLECTED 10000 of 10000']);
  });

  it('an invoice whose plan was canceled by the company stays out of auto-pay', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: -5, status: 'IN_COLLECTION' });
    const about = { caller, company: harbor, invoice };
    expect(await startPlan(world, about)).toMatchObject({ success: true });
    const method = await world.method(harbor, { kind: 'ach', number: BANK_ACCOUNTS.pays });
    await autoPayOn(world.deps, { company: harbor, kind: 'ach', method });
    const reason = { body: { reason: 'Asked by phone' }, key: 'cancel' };
    await call('POST', `/invoices/${invoice.invoiceId}/cancel-plan`, reason);
    await laterDays(0, 12);
    expect(await balances(invoice)).toEqual(['IN_COLLECTION 3333 of 10000']);
    expect(await left()).toEqual([invoice.accountRef]);
    expect(await include(invoice)).toBe(addDays(today(), 10));
  });
});
