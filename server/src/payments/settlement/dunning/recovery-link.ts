/** The recovery link of a charge that failed without its payer (ADR 0093), for the mail that tells them. */
import { needsBank } from '@quittance/domain/dunning/authentication';
import { createRecoveryLink } from '../../../access/create-recovery-link.ts';
import type { Deps } from '../../../deps.ts';
import type { MailData } from '../../../mail/mail-payload.ts';
import { sealForMail } from '../../../mail/notify.ts';
import { type InvoiceRow, updateInvoice } from '../../../storage/billing/invoices.ts';
import type { Tx } from '../../../storage/database.ts';
import { findLiveMethod } from '../../../storage/methods/methods.ts';
import type { Attempt } from '../../../storage/payments/attempts.ts';

export type RecoveryMail = { data: MailData; secretSealed: string };

/** With the link, the payer may use the method that failed: it is the one of the invoice's next payment (R18). */
async function attachMethod(tx: Tx, { methodId }: Attempt, invoice: InvoiceRow): Promise<void> {
  const { companyId, customerId, id: invoiceId, attachedMethodId } = invoice;
  if (!methodId || attachedMethodId) return;
  const method = await findLiveMethod(tx, { companyId, customerId, methodId });
  if (!method) return;
  await updateInvoice(tx, { companyId, invoiceId }, { attachedMethodId: method.id });
}

/** Null for a payment that the payer made: they have seen that it failed. */
export async function recoveryMail(
  tx: Tx,
  deps: Deps,
  { attempt, invoice }: { attempt: Attempt; invoice: InvoiceRow | null },
): Promise<RecoveryMail | null> {
  const { companyId, customerId, initiator, responseCode } = attempt;
  if (initiator !== 'MIT' || !invoice) return null;
  await attachMethod(tx, attempt, invoice);
  const token = await createRecoveryLink(tx, deps, attempt);
  return {
    data: { recovery: needsBank(responseCode) ? 'bank' : 'method' },
    secretSealed: sealForMail(deps.sealer, { companyId, customerId }, { token }),
  };
}
