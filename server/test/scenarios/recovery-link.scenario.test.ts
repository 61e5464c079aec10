/** When an off-session charge fails, the email contains a link to recover it (ADR 0093, R15, R43). */

import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quittance/contract/durations';
import { linkTokenSchema } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oneOf } from '../../../domain/test/full-run.ts';
import { openForMail } from '../../src/customers/mail/notify.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import { addSchedule, autoPayOn } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { TEST_PROCESSORS } from '../world/merchant.ts';
import { payRequest } from '../world/pay-request.ts';
import { payOnPlan, startPlan } from '../world/planning.ts';
import { createProvider } from '../world/provider-client.ts';
import { CARDS, signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
const QUOTE = { amount: 10_000, fee: 330 };
/** These cards can be saved, but every charge is declined. */
const DECLINED = {
  stripe: '4000000000000341',
  payengine: CARDS.declined,
  fiserv: CARDS.declined,
} as const;

const world = useWorld({ clock });

type Mail = { template: string; recovery: string | null; token: string };

async function recoveryMails({ companyId, customerId }: TestCompany): Promise<Mail[]> {
  const { rows } = await world.deps.database.pool.query(
    `select payload from outbox where company_id = $1 and payload -> 'data' ? 'recovery' order by id`,
    [companyId],
  );
  return rows.map(({ payload }) => {
    const opened = openForMail(
      world.deps.sealer,
      { companyId, customerId },
      String(payload.secretSealed),
    );
    const { template, data } = payload;
    return { template, recovery: data.recovery, token: String(opened['token']) };
  });
}

const readRecovery = async ({ domain }: TestInvoice, token: string) => {
  const answer = await fetch(`${world.url}/api/portal/public/recovery/${domain}/${token}`);
  const body = z.looseObject({}).parse(await answer.json());
  return { code: answer.status, ...body };
};

describe.each(oneOf(TEST_PROCESSORS, 0))('A recovery link at %s', (processor) => {
  it('a recovery link is emailed after a decline, pays without a sign-in, and shows the settlement', async () => {
    const company = await world.company({ processor });
    const invoice = await world.invoice(company, { dueInDays: 20 });
    const { methodId } = await world.method(company, { kind: 'card', number: DECLINED[processor] });
    await addSchedule(world.deps, { company, invoice, methodId }, 1);
    await world.later(DAY_MS);
    const [mail] = await recoveryMails(company);
    expect(mail?.recovery).toBe('method');
    const token = mail?.token ?? '';
    expect(await readRecovery(invoice, token)).toMatchObject({
      recovery: { state: 'method', amount: 10_000 },
    });
    const payer = world.payer(company, { ...invoice, token: linkTokenSchema.parse(token) });
    expect(await payer.pay({ card: CARDS.pays })).toMatchObject({ success: true });
    expect(await world.statement(invoice)).toContain('invoice COLLECTED $100.00');
    expect(await readRecovery(invoice, token)).toMatchObject({ recovery: { state: 'settled' } });
  });
});

/**
 * Simulates a processor that reports that the bank requires the payer, as Stripe does for an off-session charge.
 */
async function bankAsks({ companyId }: TestCompany, { requestId }: TestInvoice): Promise<void> {
  const { deps } = world;
  const attempt = await deps.database.asSystem((tx) =>
    findNewestAttempt(tx, { companyId, requestId }),
  );
  invariant(attempt, 'the charge was tried');
  const outcome = {
    kind: 'declined',
    processorReference: null,
    code: 'authentication_required',
    message: 'Your bank asks you to confirm this payment.',
    class: 'soft',
  } as const;
  await settle(deps, { companyId, attemptId: attempt.id, outcome, source: 'webhook' });
}

describe('A recovery link', () => {
  it('only the newest recovery link works, for a week, and it states the reason from the bank', async () => {
    const rules = { availablePaymentOptions: [], restrictedPaymentMethods: [] };
    const company = await world.company({ rules: { ...rules, isOwnAmountAllowed: true } });
    const { merchant } = company;
    const invoice = await world.invoice(company, { dueInDays: 1 });
    const { methodId, last4 } = await world.method(company);
    await autoPayOn(world.deps, { company, kind: 'card', method: { methodId, last4 } });
    await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_before', times: 2 });
    for (let day = 0; day < 2; day++) {
      await world.later(DAY_MS);
      await bankAsks(company, invoice);
    }
    const mails = await recoveryMails(company);
    expect(mails.map(({ recovery }) => recovery)).toEqual(['bank', 'bank']);
    const [first = '', second = ''] = mails.map(({ token }) => token);
    expect((await readRecovery(invoice, first)).code).toBe(404);
    expect(await readRecovery(invoice, second)).toMatchObject({
      recovery: { state: 'bank', reason: 'Your bank asks you to confirm this payment.' },
    });
    // Any other link recovers nothing.
    expect((await readRecovery(invoice, invoice.token)).code).toBe(404);
    const holder = signInByLink(world, { token: second });
    const later = { date: '2026-12-24', quote: QUOTE, isAutoChargeAgreed: true };
    const path = `request/${invoice.requestId}/schedule-payment`;
    const paymentInfo = { paymentType: 'card', pmID: methodId };
    const body = { processor: 'payengine', ...later, paymentInfo };
    expect(await holder.call({ method: 'POST', path, key: randomUUID(), body })).toMatchObject({
      message: 'OPTION_NOT_AVAILABLE',
    });
    // The saved method that failed can be charged only through this link, and only once (R86).
    const ordinary = world.payer(company, invoice);
    expect((await ordinary.read()).attachedPaymentMethod).toBeNull();
    expect(await ordinary.pay({ pmID: methodId })).toMatchObject({ message: 'NOT_FOUND' });
    const payer = world.payer(company, { ...invoice, token: linkTokenSchema.parse(second) });
    expect((await payer.read()).attachedPaymentMethod).toMatchObject({ id: methodId, last4 });
    const about = { caller: holder, company, requestId: invoice.requestId };
    const part = { way: 'amount', quote: { amount: 100, fee: 33 }, pmID: methodId } as const;
    expect(await payRequest(world, about, part)).toMatchObject({ status: 'SUCCESS' });
    expect((await payer.read()).attachedPaymentMethod).toBeNull();
    expect(await payRequest(world, about, part)).toMatchObject({ message: 'NOT_FOUND' });
    expect(await payer.pay()).toMatchObject({ success: true });
    expect(await readRecovery(invoice, second)).toMatchObject({ recovery: { state: 'settled' } });
    await world.later(8 * DAY_MS);
    expect((await readRecovery(invoice, second)).code).toBe(404);
  });
});

describe('The saved method of a recovery link (R86)', () => {
  it('a recovery link charges the saved method only up to the failed amount', async () => {
    const company = await world.company();
    const invoice = await world.invoice(company, { dueInDays: 1 });
    const method = await world.method(company);
    await autoPayOn(world.deps, { company, kind: 'card', method });
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'charge',
      fault: 'lose_before',
    });
    await world.later(DAY_MS);
    await bankAsks(company, invoice);
    const [mail] = await recoveryMails(company);
    const call = await createProvider(world, company);
    const path = `/invoices/${invoice.invoiceId}`;
    const raised = await call('PATCH', path, { body: { total: 10_001 } });
    expect(raised).toMatchObject({ status: 200 });
    const token = linkTokenSchema.parse(mail?.token);
    const payer = world.payer(company, { ...invoice, token });
    expect(await payer.pay({ pmID: method.methodId })).toMatchObject({ message: 'NOT_FOUND' });
    await call('PATCH', path, { body: { total: 10_000 } });
    expect(await payer.pay({ pmID: method.methodId })).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('An ordinary link (R86)', () => {
  it('an ordinary link cannot charge the saved method of a plan or a scheduled payment', async () => {
    const company = await world.company();
    const { methodId, last4 } = await world.method(company);
    const invoice = await world.invoice(company);
    const caller = await signIn(world, company);
    const about = { caller, company, invoice };
    expect(await startPlan(world, about, { pmID: methodId, last4 })).toMatchObject({
      success: true,
    });
    const holder = { caller: signInByLink(world, invoice), invoice };
    expect(await payOnPlan(world, holder, { isFull: false })).toMatchObject({
      message: 'METHOD_NOT_USABLE',
    });
    const payer = world.payer(company, invoice);
    expect((await payer.read()).payable).toMatchObject({ isPayable: false, options: [] });
    expect(await payOnPlan(world, { caller, invoice }, { isFull: false })).toMatchObject({
      success: true,
    });
    const later = await world.invoice(company);
    await addSchedule(world.deps, { company, invoice: later, methodId }, 5);
    expect(await world.payer(company, later).pay({ pmID: methodId })).toMatchObject({
      message: 'NOT_FOUND',
    });
  });
});
