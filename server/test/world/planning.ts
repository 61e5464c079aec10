/**
 * Creates payment plans as a browser does: the schedule comes from the same functions the server uses, and the
 * method is entered into the processor's fields. Also renders the plan's state as lines to compare.
 */
import { randomUUID } from 'node:crypto';
import { formatMoney } from '@quittance/contract/format';
import { cents, subtractCents } from '@quittance/contract/money';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import { planPayment } from '@quittance/domain/checkout/plan-payment';
import { and, asc, eq } from 'drizzle-orm';
import { installments, plans } from '../../src/schema/arrangements.ts';
import { paymentMethods } from '../../src/schema/customers.ts';
import type { TestCompany, TestInvoice } from './company.ts';
import {
  type Answer,
  type Caller,
  type EnteredMethod,
  paymentInfo,
  readInvoice,
} from './signed-in.ts';
import type { World } from './world.ts';

export type PlanParties = { caller: Caller; company: TestCompany; invoice: TestInvoice };

export type PlanOptions = EnteredMethod & {
  count?: number;
  key?: string;
  last4?: string;
  change?: Record<string, unknown>;
};

export async function startPlan(
  world: World,
  { caller, company, invoice }: PlanParties,
  { count = 3, key = randomUUID(), change = {}, ...typed }: PlanOptions = {},
): Promise<Answer> {
  const { payable, today } = await readInvoice(world, invoice);
  const kind = typed.bank ? 'ach' : 'card';
  const money = { amountCents: payable.amount, feeCents: payable.fees[kind].fee };
  const parts = buildInstallments({ ...money, count, anchor: today });
  const terms = { purpose: 'PLAN', ...money, installments: parts } as const;
  const fields = `request/${invoice.requestId}/fields`;
  const info = await paymentInfo(world, { caller, company, fields, terms }, typed);
  const body = {
    processor: company.merchant.processor,
    quote: { amount: money.amountCents, fee: money.feeCents },
    installments: parts.map(({ dueOn: date, costCents: cost }) => ({ date, cost })),
    isAutoChargeAgreed: true,
    paymentInfo: info,
  };
  const path = `request/${invoice.requestId}/plan/submit`;
  return caller.call({ method: 'POST', path, key, body: { ...body, ...change } });
}

export async function seenOnPlan(world: World, invoice: TestInvoice, isFull: boolean) {
  const { installments: shown } = await readInvoice(world, invoice);
  const parts = shown.map(({ cost, fee, ...part }) => ({
    ...part,
    principalCents: subtractCents(cost, fee),
    feeCents: fee,
  }));
  const payment = planPayment(parts, isFull);
  const { amountCents: amount, feeCents: fee, installments } = payment ?? NOTHING_LEFT;
  return { isFull, quote: { amount, fee }, installments };
}

/** Contents of a page that does not yet show that the plan is paid. */
const NOTHING_LEFT = { amountCents: cents(1), feeCents: cents(0), installments: [1] };

export type SeenOnPlan = {
  isFull: boolean;
  quote: { amount: number; fee: number };
  installments: number[];
};

export async function payOnPlan(
  world: World,
  { caller, invoice }: Omit<PlanParties, 'company'>,
  { key = randomUUID(), isFull, returnUrl, seen }: PlanPaymentOptions,
): Promise<Answer> {
  const path = `request/${invoice.requestId}/plan/pay`;
  const shown = seen ?? (await seenOnPlan(world, invoice, isFull));
  const body = { ...shown, ...(returnUrl ? { returnUrl } : {}) };
  return caller.call({ method: 'POST', path, key, body });
}

export type PlanPaymentOptions = {
  isFull: boolean;
  returnUrl?: string;
  key?: string;
  seen?: SeenOnPlan;
};

export function cancelPlan({ caller, invoice }: Omit<PlanParties, 'company'>): Promise<Answer> {
  return caller.call({ method: 'DELETE', path: `payment-plan/internal-${invoice.invoiceId}` });
}

/**
 * Returns 'plan LIVE with visa 4242, attached' and a line for each installment. Only the latest plan is included.
 */
export async function planStatement(world: World, { invoiceId }: TestInvoice): Promise<string> {
  return world.deps.database.asSystem(async (tx) => {
    const rows = await tx
      .select({ plan: plans, method: paymentMethods })
      .from(plans)
      .leftJoin(
        paymentMethods,
        and(eq(paymentMethods.companyId, plans.companyId), eq(paymentMethods.id, plans.methodId)),
      )
      .where(eq(plans.invoiceId, invoiceId))
      .orderBy(asc(plans.createdAt));
    const newest = rows.at(-1);
    if (!newest) return 'no plan';
    const { plan, method } = newest;
    const saved = method && `${method.brand ?? 'bank'} ${method.last4}`;
    const as = method?.isSaved ? 'saved' : 'attached';
    const parts = await tx
      .select()
      .from(installments)
      .where(eq(installments.planId, plan.id))
      .orderBy(asc(installments.index));
    return [
      `plan ${plan.state} with ${saved ? `${saved}, ${as}` : 'no method'}`,
      ...parts.map(
        ({ index, status, dueOn, principalCents, feeCents }) =>
          `${index} ${status} ${dueOn} ${formatMoney(principalCents)} + ${formatMoney(feeCents)}`,
      ),
    ].join('\n');
  });
}
