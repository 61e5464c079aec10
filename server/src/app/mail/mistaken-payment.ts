/**
 * A payment that staff recorded by mistake (R102): its receipt is not sent anymore, and its reversal is sent only if
 * the receipt was. Both are decided when they are sent, because a receipt may have waited.
 */
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { and, sql } from 'drizzle-orm';
import type { MailPayload } from '../../customers/mail/mail-payload.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findAttempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { hasRows } from '../../platform/database/rows.ts';
import { audit } from '../../schema/operations.ts';

function wasReceiptSent(tx: Tx, companyId: CompanyId, paymentId: string): Promise<boolean> {
  const isSent = matching(audit, {
    companyId,
    subject: `attempt:${paymentId}`,
    action: 'mail.sent',
  });
  const isReceipt = sql`${audit.detail} ->> 'template' = 'receipt'`;
  return hasRows(tx.select({ id: audit.id }).from(audit).where(and(isSent, isReceipt)).limit(1));
}

export async function isAboutMistake(
  { database }: Pick<Deps, 'database'>,
  companyId: CompanyId,
  { template, data }: MailPayload,
): Promise<boolean> {
  if (data['isRecorded'] !== 1) return false;
  const isReversal = template === 'payment-returned';
  const paymentId = attemptIdSchema.safeParse(data['paymentId']);
  if (!paymentId.success || (template !== 'receipt' && !isReversal)) return false;
  const { data: attemptId } = paymentId;
  return database.readForCompany({ companyId, asProvider: true }, async (tx) => {
    const payment = await findAttempt(tx, { companyId, attemptId });
    const isMistake = payment?.processor === 'manual' && payment.responseCode === 'error';
    return isMistake && !(isReversal && (await wasReceiptSent(tx, companyId, attemptId)));
  });
}
