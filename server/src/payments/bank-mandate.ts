/**
 * A bank account is debited only under a text the payer saw (R27). The server renders it, compares
 * it with what the browser showed, and keeps it with the evidence.
 */
import { type MandateId, mandateIdSchema } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices';
import { addCents } from '@quittance/contract/money';
import { MANDATE_VERSION, mandateText } from '@quittance/domain/mandates';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { CompanyRow } from '../storage/companies.ts';
import type { Tx } from '../storage/database.ts';
import type { InvoiceRow, MethodRow } from '../storage/invoices.ts';
import { insertMandate } from '../storage/mandates.ts';
import type { PayCommand } from './begin.ts';

export type Debit = {
  command: PayCommand;
  invoice: InvoiceRow;
  company: CompanyRow;
  payable: Payable;
  method: MethodRow | null;
};

/** Null for a card: its payer consents by pressing the button that names the amount. */
export async function recordMandate(
  tx: Tx,
  { clock, entropy }: Deps,
  { command, invoice, company, payable, method }: Debit,
): Promise<MandateId | null> {
  const { paymentInfo } = command.body;
  if (paymentInfo.paymentType !== 'ach') return null;
  const { amount: amountCents, fees } = payable;
  const feeCents = fees.ach.fee;
  const today = clock.today(company.timeZone);
  const text = mandateText({
    purpose: 'FULL_AMOUNT',
    kind: 'ach',
    companyName: company.name,
    amountCents,
    feeCents,
    date: today,
    methodLast4: method?.last4 ?? null,
  });
  if (paymentInfo.achMandateText !== text) {
    throw new AppError('MANDATE_CHANGED', { details: { mandateText: text } });
  }
  const id = mandateIdSchema.parse(entropy.uuid());
  await insertMandate(tx, {
    companyId: company.companyId,
    id,
    customerId: invoice.customerId,
    methodId: method?.id ?? null,
    purpose: 'FULL_AMOUNT',
    kind: 'ach',
    text,
    textVersion: MANDATE_VERSION,
    capCents: addCents(amountCents, feeCents),
    authorisedFromOn: today,
    evidence: command.evidence,
    createdAt: clock.now(),
  });
  return id;
}
