/**
 * Customers create and cancel plans, scheduled payments, methods and auto-pay. A bank account needs the mandate
 * text, which is taken from the server's rejection, as a stale page would get it.
 */

import { addDays } from '@quittance/contract/dates';
import { idempotencyKeySchema, type MethodId, methodIdSchema } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { CHARGE_KINDS, type ChargeKind } from '@quittance/contract/vocabulary';
import { offeredCounts } from '@quittance/domain/checkout/plan';
import { type PlanPayment, planPayment } from '@quittance/domain/checkout/plan-payment';
import { eq } from 'drizzle-orm';
import { listInstallments } from '../../src/arrangements/installments.ts';
import { planTerms } from '../../src/arrangements/plan-terms.ts';
import { findNewestPlan } from '../../src/arrangements/plans.ts';
import { findCompany } from '../../src/companies/store.ts';
import { AppError } from '../../src/kernel/errors.ts';
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
import { paymentMethods } from '../../src/schema/customers.ts';
import type { Arrangement, Source } from './commands.ts';
import { EVIDENCE, shownBy, toCustomer, toPayer } from './pay.ts';
import { uninstrumented } from './process.ts';
import { submit } from './promises.ts';
import type { Quote, SeenPlan } from './seen.ts';
import type { SimInvoice, SimWorld } from './world.ts';

/** Includes removed methods, because a stale page may still offer them. */
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

/** Runs without the mandate text first, then again with it if the server's rejection supplies it. */
async function withMandate(run: (achMandateText: string | undefined) => Promise<unknown>) {
  try {
    await run(undefined);
  } catch (error) {
    const shown = error instanceof AppError ? error.extras.details?.['mandateText'] : undefined;
    if (typeof shown !== 'string') throw error;
    await run(shown);
  }
}

/** Runs with the figures of an old page first, then again with the current ones if the rejection supplies them. */
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

async function toPaymentInfo(world: SimWorld, source: Source) {
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

type ArrangementStep<Name extends Arrangement['name']> = {
  invoice: SimInvoice;
  arrangement: Extract<Arrangement, { name: Name }>;
};

async function start(
  world: SimWorld,
  { invoice, arrangement }: ArrangementStep<'startPlan'>,
): Promise<void> {
  const paymentInfo = await toPaymentInfo(world, arrangement.source);
  const kind = paymentInfo.paymentType;
  const shown = await planShown(world, invoice, { kind, pick: arrangement.count });
  const stale = invoice.seenPlans.find((seen) => seen.kind === kind);
  const plan = (arrangement.isStale && stale) || shown;
  if (!plan) return;
  const key = idempotencyKeySchema.parse(world.entropy.uuid());
  const { quote, installments, first } = plan;
  const principal = toPayer(world, invoice, arrangement.isCustomer);
  await withMandate((achMandateText) =>
    submit(world, { principal, key, quote: first, dates: installments }, () =>
      startPlan(world.deps, {
        principal,
        requestId: invoice.requestId,
        key,
        evidence: EVIDENCE,
        body: {
          processor: world.company.merchant.processor,
          quote,
          installments,
          isAutoChargeAgreed: true,
          paymentInfo: { ...paymentInfo, ...(achMandateText ? { achMandateText } : {}) },
        },
      }),
    ),
  );
}

/** Opens tabs for each invoice at the start of every history. They stay open. */
export async function openInvoicePages(world: SimWorld): Promise<void> {
  for (const invoice of world.invoices) {
    for (const kind of CHARGE_KINDS) await planShown(world, invoice, { kind, pick: 0 });
  }
}

async function planShown(
  world: SimWorld,
  invoice: SimInvoice,
  { kind, pick }: { kind: ChargeKind; pick: number },
): Promise<SeenPlan | null> {
  const { deps } = world;
  const payable = await shownBy(world, invoice);
  const company = await uninstrumented(() =>
    deps.database.asSystem((tx) => findCompany(tx, world.company.companyId)),
  );
  if (!company) throw new Error('the world has its company');
  const counts = offeredCounts({ preference: company.preference, amountCents: payable.amount });
  const count = counts[pick % Math.max(counts.length, 1)];
  if (count === undefined || !payable.options.includes('PAYMENT_PLAN')) return null;
  const terms = planTerms(deps, { payable, company, kind, count });
  const installments = terms.installments.map(({ dueOn: date, costCents: cost }) => ({
    date,
    cost,
  }));
  const quote = { amount: terms.amountCents, fee: terms.feeCents };
  const [part] = terms.installments;
  const first = { amount: part?.principalCents ?? 0, fee: part?.feeCents ?? 0 };
  const shown = { kind, quote, installments, first };
  invoice.seenPlans.push(shown);
  return shown;
}

async function installmentsShown(
  world: SimWorld,
  invoice: SimInvoice,
  isFull: boolean,
): Promise<PlanPayment | null> {
  const { companyId } = world.company;
  const rows = await uninstrumented(() =>
    world.database.asSystem(async (tx) => {
      const plan = await findNewestPlan(tx, { companyId, invoiceId: invoice.invoiceId });
      return plan ? listInstallments(tx, { companyId, planId: plan.id }) : [];
    }),
  );
  const shown = planPayment(rows, isFull);
  if (shown) invoice.seenPayments.push({ isFull, shown });
  return shown;
}

async function payOn(
  world: SimWorld,
  { invoice, arrangement }: ArrangementStep<'payPlan'>,
): Promise<void> {
  const { isFull, isStale } = arrangement;
  const current = await installmentsShown(world, invoice, isFull);
  const earlier = invoice.seenPayments.find((seen) => seen.isFull === isFull)?.shown;
  const shown = isStale ? earlier : current;
  if (!shown) return;
  const { amountCents: amount, feeCents: fee, installments } = shown;
  const principal = toCustomer(world);
  const key = idempotencyKeySchema.parse(world.entropy.uuid());
  const quote = { amount, fee };
  await submit(world, { principal, key, quote, installments }, () =>
    payPlan(world.deps, {
      principal,
      requestId: invoice.requestId,
      key,
      evidence: EVIDENCE,
      body: { isFull, quote, installments },
    }),
  );
}

async function schedule(
  world: SimWorld,
  { invoice, arrangement }: ArrangementStep<'schedule'>,
): Promise<void> {
  const shown = await shownBy(world, invoice);
  const payable = (arrangement.isStale && invoice.seen[0]) || shown;
  const paymentInfo = await toPaymentInfo(world, arrangement.source);
  const { fee } = payable.fees[paymentInfo.paymentType];
  if (payable.amount < 1) return;
  const key = idempotencyKeySchema.parse(world.entropy.uuid());
  await withMandate((achMandateText) =>
    schedulePayment(world.deps, {
      principal: toPayer(world, invoice, arrangement.isCustomer),
      requestId: invoice.requestId,
      key,
      evidence: EVIDENCE,
      body: {
        processor: world.company.merchant.processor,
        date: addDays(world.clock.today(world.timeZone), arrangement.inDays),
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
  const principal = toCustomer(world);
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
  const principal = toCustomer(world);
  const command = { principal, invoiceId, processor, methodId, evidence: EVIDENCE };
  await withFigures({ amount: ZERO, fee: ZERO }, (quote) =>
    withMandate(async (achMandateText) => {
      await changeInvoiceMethod(world.deps, { ...command, quote, achMandateText });
      await expectAgreed(world, invoice, quote);
    }),
  );
}

const LEFT = `select coalesce(sum(l.fee_cents), 0)::int as fee from (
    select fee_cents from schedules where invoice_id = $1 and state = 'LIVE'
    union all
    select i.fee_cents from installments i
    join plans p on p.company_id = i.company_id and p.id = i.plan_id
    where p.invoice_id = $1 and p.state = 'LIVE' and i.status in ('OPEN', 'FAILED')) l`;

/** R36: the remaining charges have the fee the payer agreed to with the new method. */
async function expectAgreed(world: SimWorld, invoice: SimInvoice, quote: Quote): Promise<void> {
  // The method did not change, so there was nothing to agree to.
  if (quote.amount === 0) return;
  const { rows } = await uninstrumented(() =>
    world.database.pool.query<{ fee: number }>({ text: LEFT, values: [invoice.invoiceId] }),
  );
  const fee = rows[0]?.fee;
  if (fee !== quote.fee) world.unexplained.push(`agreed to a fee of ${quote.fee}, left is ${fee}`);
}

export async function arrange(
  world: SimWorld,
  invoice: SimInvoice,
  arrangement: Arrangement,
): Promise<void> {
  const internalRef = `internal-${invoice.invoiceId}`;
  const principal = toCustomer(world);
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
  }
}
