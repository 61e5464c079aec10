/** Creates the recovery link of a failed off-session charge (ADR 0093), for the email to the payer. */
import { needsBank } from '@quittance/domain/dunning/authentication';
import type { MailData } from '../../customers/mail/mail-payload.ts';
import { sealForMail } from '../../customers/mail/notify.ts';
import { findCustomer } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { createRecoveryLink } from '../../requests/create-recovery-link.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type RecoveryMail = { data: MailData; secretSealed: string };

/**
 * Returns null for a payment made by the payer, who has already seen the failure, and for a customer who was erased. The link may charge the method
 * that failed (R86). That method is not attached to the invoice, since any other link could then charge it.
 */
export async function recoveryMail(
  tx: Tx,
  deps: Deps,
  { attempt, invoice }: { attempt: Attempt; invoice: InvoiceRow | null },
): Promise<RecoveryMail | null> {
  const { companyId, customerId, initiator, responseCode } = attempt;
  if (initiator !== 'MIT' || !invoice) return null;
  if ((await findCustomer(tx, attempt))?.erasedAt) return null;
  const token = await createRecoveryLink(tx, deps, attempt);
  return {
    data: { recovery: needsBank(responseCode) ? 'bank' : 'method' },
    secretSealed: sealForMail(deps.sealer, { companyId, customerId }, { token }),
  };
}
