/**
 * Operator commands on an invoice: record a cash payment, reverse it, reopen what was refunded (R39), or offer to
 * settle for less (R11). The invoice is given by its printed number, the amount in dollars.
 */
import { formatMessage } from '@quittance/contract/errors';
import { formatMoney } from '@quittance/contract/format';
import { attemptIdSchema } from '@quittance/contract/ids';
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { reopenRefunded } from '../payments/settlement/reopen-refunded.ts';
import { findCompanyByDomain } from '../storage/billing/companies.ts';
import { findInvoiceByAccountRef } from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import { offerSettlement } from './invoices/offers.ts';
import { OrderRefused } from './operator-access.ts';
import { recordManualPayment, reverseManualPayment } from './payments/record-manual.ts';

export type InvoiceOrder = { domain: string; invoiceRef: string; amount: string };

const ACTOR = 'operator';

function amountOf({ amount }: InvoiceOrder): Cents {
  const amountCents = dollarsToCents(amount);
  if (amountCents === null || amountCents < 1) {
    throw new OrderRefused(`${amount} is no amount; write it as 60.00.`);
  }
  return amountCents;
}

async function companyOf(tx: Tx, { domain }: Pick<InvoiceOrder, 'domain'>) {
  const company = await findCompanyByDomain(tx, domain);
  if (!company) throw new OrderRefused(`There is no company ${domain}.`);
  return company;
}

/** With the text that a payer would see. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new OrderRefused(`${error.code}: ${formatMessage(error.code)}`);
}

/** `receipt`: the number of the paper receipt. Said again, it records nothing more. */
export async function recordCash(
  deps: Deps,
  { receipt, ...order }: InvoiceOrder & { receipt: string },
): Promise<string> {
  const amountCents = amountOf(order);
  const key = receipt.trim();
  if (key === '')
    throw new OrderRefused('Name the number of the cash receipt, which is used once.');
  const { companyId } = await deps.database.asSystem((tx) => companyOf(tx, order));
  const { invoiceRef } = order;
  const payment = { companyId, invoiceRef, method: 'CASH', amountCents, actor: ACTOR } as const;
  try {
    const { id } = await recordManualPayment(deps, { ...payment, key, at: deps.clock.now() });
    return `recorded: ${formatMoney(amountCents)} in cash on ${invoiceRef}, payment ${id}`;
  } catch (error) {
    throw asRefusal(error);
  }
}

export async function reverseCash(
  deps: Deps,
  { domain, paymentId }: { domain: string; paymentId: string },
): Promise<string> {
  const { companyId } = await deps.database.asSystem((tx) => companyOf(tx, { domain }));
  const attemptId = attemptIdSchema.safeParse(paymentId).data;
  if (!attemptId) throw new OrderRefused(`${paymentId} is no payment.`);
  try {
    const { amountCents } = await reverseManualPayment(deps, { companyId, attemptId });
    return `reversed: ${formatMoney(amountCents)} in cash, payment ${paymentId}`;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** The refunded part of a paid invoice is owed again (R39). */
export async function reopenInvoice(
  deps: Deps,
  { domain, invoiceRef }: Pick<InvoiceOrder, 'domain' | 'invoiceRef'>,
): Promise<string> {
  try {
    return await deps.database.asSystem(async (tx) => {
      const { companyId } = await companyOf(tx, { domain });
      const found = await findInvoiceByAccountRef(tx, { companyId, accountRef: invoiceRef });
      if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
      const key = { companyId, invoiceId: found.id, actor: ACTOR };
      const owedCents = await reopenRefunded(tx, deps, key);
      return `reopened: ${invoiceRef} owes ${formatMoney(owedCents)} again`;
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

/** From now on this amount settles the invoice, in addition to what was paid before. */
export async function offerNegotiation(deps: Deps, order: InvoiceOrder): Promise<string> {
  const amountCents = amountOf(order);
  const { invoiceRef } = order;
  try {
    return await deps.database.asSystem(async (tx) => {
      const { companyId } = await companyOf(tx, order);
      const found = await findInvoiceByAccountRef(tx, { companyId, accountRef: invoiceRef });
      if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
      const actor = { companyId, name: ACTOR };
      const offered = { actor, invoiceId: found.id, amountCents };
      const { balance } = await offerSettlement(tx, deps, offered);
      return `offered: ${formatMoney(amountCents)} settles ${invoiceRef} (${formatMoney(balance)} owed)`;
    });
  } catch (error) {
    throw asRefusal(error);
  }
}
