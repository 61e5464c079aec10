/**
 * Plans, scheduled payments, methods and auto-pay: created and canceled by customers. A bank account
 * needs the mandate text; it is taken from the server's rejection, as a stale page receives it.
 */

import { addDays } from '@quittance/contract/dates';
import { idempotencyKeySchema, type MethodId, methodIdSchema } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { offeredCounts } from '@quittance/domain/checkout/plan';
import { planPayment } from '@quittance/domain/checkout/plan-payment';
import { eq, ne } from 'drizzle-orm';
import { AppError } from '../../src/errors.ts';
import {
  type AutoPayCommand,
  setAutoPayMethod,
  switchAutoPayOff,
  switchAutoPayOn,
} from '../../src/methods/auto-pay.ts';
import { changeInvoiceMethod } from '../../src/methods/change-invoice-method.ts';
import { removeMethod } from '../../src/methods/remove-method.ts';
import { cancelPlan } from '../../src/payments/checkout/cancel-plan.ts';
import { cancelScheduled } from '../../src/payments/checkout/cancel-scheduled.ts';
import { payPlan } from '../../src/payments/checkout/pay-plan.ts';
import { schedulePayment } from '../../src/payments/checkout/schedule-payment.ts';
import { startPlan } from '../../src/payments/checkout/start-plan.ts';
import { planTerms } from '../../src/payments/core/plan-terms.ts';
import type { CustomerPrincipal, Principal } from '../../src/principal.ts';
import { listInstallments } from '../../src/storage/arrangements/installments.ts';
import { findNewestPlan } from '../../src/storage/arrangements/plans.ts';
import { findCompany } from '../../src/storage/billing/companies.ts';
import { revokeMandate } from '../../src/storage/methods/mandates.ts';
import { mandates, paymentMethods } from '../../src/storage/schema/customers.ts';
import type { Arrangement, Source } from './commands.ts';
import { principalOf, shownBy } from './pay.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

const EVIDENCE = { ipAddress: '203.0.113.7', userAgent: 'simulator' };
const TIME_ZONE = 'America/New_York';

function customerOf({ company, clock }: SimWorld): CustomerPrincipal {
  const { companyId, customerId } = company;
  const sessionId = companyId;
  return { kind: 'customer', sessionId, companyId, customerId, signedInAt: clock.now() };
}

function payerOf(world: SimWorld, invoice: SimInvoice, isCustomer: boolean): Principal {
  return isCustomer ? customerOf(world) : principalOf(world, invoice);
}

/** Removed methods included: a stale page may still offer them. */
async function methodAt(world: SimWorld, pick: number) {
  const rows = await uninstrumented(() =>
    world.database.asSystem((tx) =>
      tx
        .select()
        .from(paymentMethods)
        .where(eq(paymentMethods.companyId, world.company.companyId))
        .orderBy(paymentMethods.createdAt, paymentMethods.id),
    ),
  );
  const row = rows[pick % Math.max(rows.length, 1)];
  if (!row) throw new Error('a customer of this world has methods');
  return row;
}

/** Without the mandate text first; with it when the server's rejection supplies it. */
async function withMandate(run: (achMandateText: string | undefined) => Promise<unknown>) {
  try {
    await run(undefined);
  } catch (error) {
    const shown = error instanceof AppError ? error.extras.details?.['mandateText'] : undefined;
    if (typeof shown !== 'string') throw error;
    await run(shown);
  }
}

/** With stale figures first; with the current ones when the server's rejection supplies them. */
async function withFigures<Figures>(
  stale: Figures,
  run: (figures: Figures) => Promise<unknown>,
): Promise<void> {
  try {
    await run(stale);
  } catch (error) {
    const details = error instanceof AppError ? error.extras.details : undefined;
    const fees = details?.['feeTerms'] as { after: Figures } | undefined; // because auto-pay says so
    const current = (details?.['after'] ?? fees?.after) as Figures | undefined; // because the server has computed them
    if (!current) throw error;
    await run(current);
  }
}

async function paymentInfoOf(world: SimWorld, source: Source) {
  if (source.kind === 'new') {
    const { paymentType } = source;
    return {
      paymentType,
      token: `tok_${world.entropy.uuid()}`,
      claimedMethod: { brand: null, last4: '4242' },
    };
  }
  const method = await methodAt(world, source.method);
  return { paymentType: method.kind, pmID: methodIdSchema.parse(method.id) };
}

type Placed<Name extends Arrangement['name']> = {
  invoice: SimInvoice;
  arrangement: Extract<Arrangement, { name: Name }>;
};

async function start(
  world: SimWorld,
  { invoice, arrangement }: Placed<'startPlan'>,
): Promise<void> {
  const { deps } = world;
  const payable = await shownBy(world, invoice);
  const paymentInfo = await paymentInfoOf(world, arrangement.source);
  const company = await uninstrumented(() =>
    deps.database.asSystem((tx) => findCompany(tx, world.company.companyId)),
  );
  if (!company) throw new Error('the world has its company');
  const counts = offeredCounts({ preference: company.preference, amountCents: payable.amount });
  const count = counts[arrangement.count % Math.max(counts.length, 1)];
  if (count === undefined) return;
  const terms = planTerms(deps, { payable, company, kind: paymentInfo.paymentType, count });
  const installments = terms.installments.map(({ dueOn: date, costCents: cost }) => ({
    date,
    cost,
  }));
  const key = idempotencyKeySchema.parse(world.entropy.uuid());
  await withMandate((achMandateText) =>
    startPlan(deps, {
      principal: payerOf(world, invoice, arrangement.isCustomer),
      requestId: invoice.requestId,
      key,
      evidence: EVIDENCE,
      body: {
        processor: world.company.merchant.processor,
        quote: { amount: terms.amountCents, fee: terms.feeCents },
        installments,
        isAutoChargeAgreed: true,
        paymentInfo: { ...paymentInfo, ...(achMandateText ? { achMandateText } : {}) },
      },
    }),
  );
}

/** As shown by a page that was loaded just now. */
async function payOn(world: SimWorld, { invoice, arrangement }: Placed<'payPlan'>): Promise<void> {
  const { companyId } = world.company;
  const { isFull } = arrangement;
  const rows = await uninstrumented(() =>
    world.database.asSystem(async (tx) => {
      const plan = await findNewestPlan(tx, { companyId, invoiceId: invoice.invoiceId });
      return plan ? listInstallments(tx, { companyId, planId: plan.id }) : [];
    }),
  );
  const shown = planPayment(rows, isFull);
  if (!shown) return;
  const { amountCents: amount, feeCents: fee, installments } = shown;
  await payPlan(world.deps, {
    principal: customerOf(world),
    requestId: invoice.requestId,
    key: idempotencyKeySchema.parse(world.entropy.uuid()),
    evidence: EVIDENCE,
    body: { isFull, quote: { amount, fee }, installments },
  });
}

async function schedule(
  world: SimWorld,
  { invoice, arrangement }: Placed<'schedule'>,
): Promise<void> {
  const payable = await shownBy(world, invoice);
  const paymentInfo = await paymentInfoOf(world, arrangement.source);
  const { fee } = payable.fees[paymentInfo.paymentType];
  if (payable.amount < 1) return;
  const key = idempotencyKeySchema.parse(world.entropy.uuid());
  await withMandate((achMandateText) =>
    schedulePayment(world.deps, {
      principal: payerOf(world, invoice, arrangement.isCustomer),
      requestId: invoice.requestId,
      key,
      evidence: EVIDENCE,
      body: {
        processor: world.company.merchant.processor,
        date: addDays(world.clock.today(TIME_ZONE), arrangement.inDays),
        quote: { amount: payable.amount, fee },
        isAutoChargeAgreed: true,
        paymentInfo: { ...paymentInfo, ...(achMandateText ? { achMandateText } : {}) },
      },
    }),
  );
}

async function autoPay(
  world: SimWorld,
  { how, method }: Extract<Arrangement, { name: 'autoPay' }>,
): Promise<void> {
  const principal = customerOf(world);
  if (how === 'off') {
    await switchAutoPayOff(world.deps, principal);
    return;
  }
  const { id } = await methodAt(world, method);
  const run = how === 'on' ? switchAutoPayOn : setAutoPayMethod;
  const command = { principal, methodId: id, evidence: EVIDENCE };
  await withFigures<AutoPayCommand['feeTerms']>(undefined, (feeTerms) =>
    withMandate((achMandateText) => run(world.deps, { ...command, feeTerms, achMandateText })),
  );
}

async function change(world: SimWorld, invoice: SimInvoice, methodId: MethodId): Promise<void> {
  const { processor } = world.company.merchant;
  const { invoiceId } = invoice;
  const principal = customerOf(world);
  const command = { principal, invoiceId, processor, methodId, evidence: EVIDENCE };
  await withFigures({ amount: ZERO, fee: ZERO }, (quote) =>
    withMandate((achMandateText) =>
      changeInvoiceMethod(world.deps, { ...command, quote, achMandateText }),
    ),
  );
}

async function revoke(world: SimWorld, pick: number): Promise<void> {
  const { companyId } = world.company;
  await world.deps.database.inCompany({ companyId }, async (tx) => {
    // Switching auto-pay off revokes its mandate, so it is not revoked here.
    const rows = await tx
      .select()
      .from(mandates)
      .where(ne(mandates.purpose, 'AUTO_PAY'))
      .orderBy(mandates.createdAt, mandates.id);
    const row = rows[pick % Math.max(rows.length, 1)];
    if (row) await revokeMandate(tx, { companyId, mandateId: row.id }, world.clock.now());
  });
}

export async function arrange(
  world: SimWorld,
  invoice: SimInvoice,
  arrangement: Arrangement,
): Promise<void> {
  const internalRef = `internal-${invoice.invoiceId}`;
  const principal = customerOf(world);
  switch (arrangement.name) {
    case 'startPlan':
      return start(world, { invoice, arrangement });
    case 'payPlan':
      return payOn(world, { invoice, arrangement });
    case 'cancelPlan':
      return cancelPlan(world.deps, { principal, internalRef });
    case 'schedule':
      return schedule(world, { invoice, arrangement });
    case 'cancelSchedule':
      return cancelScheduled(world.deps, { principal, internalRef });
    case 'autoPay':
      return autoPay(world, arrangement);
    case 'changeMethod':
      return change(world, invoice, (await methodAt(world, arrangement.method)).id);
    case 'removeMethod': {
      const { id: methodId } = await methodAt(world, arrangement.method);
      return removeMethod(world.deps, { principal, methodId });
    }
    case 'revokeMandate':
      return revoke(world, arrangement.mandate);
  }
}
