/**
 * An account with a history: payments by card, for two invoices at once, by bank and in cash, a return, a refund
 * that is owed again, a waiver, a changed and a voided invoice, and a canceled scheduled payment. Its customer
 * reads it in a session.
 */

import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { expect } from 'vitest';
import { z } from 'zod';
import { mintBearer, openSession } from '../../src/identity/session.ts';
import { changeInvoice, voidInvoice } from '../../src/invoices/change-invoice.ts';
import { offerSettlement } from '../../src/invoices/offer-settlement.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { reopenInvoice } from '../../src/payments/disputes/dispute-invoice.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { recordManualPayment } from '../../src/payments/record-manual.ts';
import { chainEntries } from '../../src/platform/audit/chain-entries.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { SESSION_COOKIE } from '../../src/platform/http/cookie-names.ts';
import { chainHistories } from '../../src/statements/chain-history.ts';
import { addSchedule } from './arrangements.ts';
import type { TestCompany, TestInvoice } from './company.ts';
import { payTogether } from './several-invoices.ts';
import { BANK_ACCOUNTS, signIn } from './signed-in.ts';
import { openWorld, START, type World } from './world.ts';

const NAMES = [
  'card',
  'bank',
  'waived',
  'cash',
  'changed',
  'gone',
  'later',
  'first',
  'second',
] as const;
type Bills = Readonly<Record<(typeof NAMES)[number], TestInvoice>>;
type Account = { world: World; company: TestCompany; bills: Bills };

async function bill(world: World, company: TestCompany): Promise<Bills> {
  const invoices: [string, TestInvoice][] = [];
  for (const name of NAMES) invoices.push([name, await world.invoice(company, { dueInDays: 30 })]);
  return Object.fromEntries(invoices) as Bills; // because every name has its invoice
}

async function pay({ world, company, bills }: Account): Promise<string> {
  const { merchant, domain, companyId } = company;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/payengine/${domain}`);
  await world.payer(company, bills.card).pay();
  const [charge] = await world.sandbox.records(merchant);
  await world.payer(company, bills.bank).pay({ bank: BANK_ACCOUNTS.noFunds });
  await recordManualPayment(world.deps, {
    companyId,
    parts: [{ invoiceId: bills.cash.invoiceId, amountCents: cents(2500) }],
    method: 'CHECK',
    reference: '1042',
    actor: 'operator:till',
    at: world.deps.clock.now(),
  });
  const chosen = [bills.first, bills.second].map((invoice) => ({ invoice, amount: 10_000 }));
  const caller = await signIn(world, company);
  expect((await payTogether(world, { caller, company }, { chosen })).answer.code).toBe(200);
  return charge?.transactionId ?? '';
}

async function correct({ world, company, bills }: Account, charge: string): Promise<void> {
  const { deps } = world;
  const actor = { companyId: company.companyId, name: 'operator' };
  const decide = (work: (tx: Tx) => Promise<unknown>) =>
    deps.database.inCompany({ companyId: company.companyId, asProvider: true }, work);
  const offer = { actor, invoiceId: bills.waived.invoiceId, amountCents: cents(6000) };
  await decide((tx) => offerSettlement(tx, deps, offer));
  await world.later(DAY_MS);
  await world.payer(company, bills.waived).pay();
  await world.sandbox.refundByHand(charge, 5165);
  await world.sandbox.flushWebhooks();
  await processWebhooks(deps);
  await world.later(6 * DAY_MS);
  const change = { total: cents(8000) };
  await decide((tx) =>
    changeInvoice(tx, deps, { actor, invoiceId: bills.changed.invoiceId, change }),
  );
  const mistaken = { actor, invoiceId: bills.gone.invoiceId, reason: 'a mistake' };
  await decide((tx) => voidInvoice(tx, deps, mistaken));
  const agreed = { actor, invoiceId: bills.card.invoiceId, reason: 'agreed' };
  await decide((tx) => reopenInvoice(tx, deps, agreed));
}

async function scheduleAndCancel({ world, company, bills }: Account): Promise<void> {
  const { methodId } = await world.method(company);
  await addSchedule(world.deps, { company, invoice: bills.later, methodId }, 5);
  await world.later(DAY_MS);
  const caller = await signIn(world, company);
  const path = `scheduled-payment/internal-${bills.later.invoiceId}`;
  expect((await caller.call({ method: 'DELETE', path })).code).toBe(200);
}

export async function openPage(
  { deps }: Pick<World, 'deps'>,
  { companyId, customerId }: TestCompany,
) {
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  return deps.database.asSystem(async (tx) => {
    const session = await openSession(tx, deps, { companyId, customerId, visitor });
    const bearer = await mintBearer(tx, deps, session);
    return { cookie: `${SESSION_COOKIE}=${session.cookie}`, authorization: `Bearer ${bearer}` };
  });
}

export async function openAccount() {
  const world = await openWorld({ clock: fixedClock(START) });
  const company = await world.company();
  const account = { world, company, bills: await bill(world, company) };
  await correct(account, await pay(account));
  await scheduleAndCancel(account);
  const headers = await openPage(world, company);
  await chainEntries(world.deps);
  await chainHistories(world.deps);
  const read = async <Answer extends z.ZodType>(answer: Answer, path: string) => {
    const url = `${world.url}/api/portal/debtor/${company.customerId}/${path}`;
    return answer.parse(await (await fetch(url, { headers })).json());
  };
  const download = async (query: string): Promise<Buffer> => {
    const { link } = await read(z.object({ link: z.string() }), `file-link?${query}`);
    const { cookie } = headers;
    const answer = await fetch(`${world.url}${link}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  return { ...account, read, download };
}

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;
