/**
 * Mails the payer of a payment (R28), once, in the transaction that records its state: the receipt of one that
 * succeeded, or a confirmation that a bank debit was submitted, whose result takes days.
 */

import type { IsoDate } from '@quittance/contract/dates';
import { addCents } from '@quittance/contract/money';
import { debitExpectedOn } from '@quittance/domain/checkout/debit-time';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { lockPlan } from '../../arrangements/plans.ts';
import { findCompany } from '../../companies/store.ts';
import type { MailData } from '../../customers/mail/mail-payload.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { toReceiptNumber } from '../../ledger/receipt-number.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { invoiceNames } from '../core/invoice-names.ts';

/** `invoices` are the invoices that the attempt pays, if any. */
export type MailedPayment = { attempt: Attempt; invoices: readonly InvoiceRow[] };

function toData({ attempt, invoices }: MailedPayment, date: IsoDate): MailData {
  const { amountCents, feeCents, method: kind, reference } = attempt;
  const { methodBrand: brand, methodLast4: last4 } = attempt;
  const invoice = invoices.length === 1 ? invoices[0] : null;
  return {
    ...invoiceNames(invoices),
    productName: invoice?.productName ?? null,
    amountCents,
    feeCents,
    totalCents: addCents(amountCents, feeCents),
    date,
    method: methodLabel({ kind, brand, last4, reference }, checkoutTexts),
  };
}

async function findToday(tx: Tx, { clock }: Deps, { companyId }: Attempt): Promise<IsoDate> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an attempt has its company');
  return clock.today(company.timeZone);
}

async function isPlanFinished(tx: Tx, { companyId, planId }: Attempt): Promise<boolean> {
  return planId !== null && (await lockPlan(tx, { companyId, planId }))?.state === 'PAID_OFF';
}

export async function sendReceipt(tx: Tx, deps: Deps, payment: MailedPayment): Promise<void> {
  const { attempt } = payment;
  const { companyId, customerId } = attempt;
  const data = {
    ...toData(payment, await findToday(tx, deps, attempt)),
    paymentId: attempt.id,
    // The customer may have turned off receipts for charges that they did not submit (R64).
    isAutomatic: attempt.initiator === 'CIT' ? 0 : 1,
    isRecorded: attempt.processor === 'manual' ? 1 : 0,
    isPlanFinished: (await isPlanFinished(tx, attempt)) ? 1 : 0,
    receiptNumber: toReceiptNumber(attempt.id),
  };
  await notify(tx, { companyId, customerId, template: 'receipt', data, at: deps.clock.now() });
}

/** For a debit that the payer submitted. One that is made automatically was announced (R14). */
export async function confirmDebit(tx: Tx, deps: Deps, payment: MailedPayment): Promise<void> {
  const { companyId, customerId } = payment.attempt;
  const today = await findToday(tx, deps, payment.attempt);
  const data = { ...toData(payment, today), expectedOn: debitExpectedOn(today) };
  const at = deps.clock.now();
  const { mandateId: agreement } = payment.attempt;
  const template = 'payment-submitted';
  await notify(tx, { companyId, customerId, template, data, agreement, at });
}
