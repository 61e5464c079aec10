/** Data of a recovery link (ADR 0093): the failed charge, and what the payer can do now, if anything. */
import type { PublicRecovery } from '@quittance/contract/invoices/recovery';
import { needsBank } from '@quittance/domain/dunning/authentication';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { listInstallments } from '../arrangements/installments.ts';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findCapabilityById } from '../identity/capabilities.ts';
import { findInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { LinkPrincipal } from '../kernel/principal.ts';
import { type Attempt, findAttempt, hasOpenAttempt } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';

async function arePartsPaid(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { companyId, planId, installmentFrom, installmentTo } = attempt;
  if (!planId) return false;
  const rows = await listInstallments(tx, { companyId, planId });
  const meant = rows.filter(
    ({ index }) => index >= (installmentFrom ?? 0) && index <= (installmentTo ?? 0),
  );
  return meant.every(({ status }) => status === 'SUCCESS');
}

async function findState(tx: Tx, attempt: Attempt): Promise<PublicRecovery['state']> {
  const { companyId, invoiceId } = attempt;
  const invoice = invoiceId && (await findInvoice(tx, { companyId, invoiceId }));
  if (!invoice) return 'settled';
  const isSettled = attempt.state === 'SUCCEEDED' || isPaid(invoice.status);
  if (isSettled || (await arePartsPaid(tx, attempt))) return 'settled';
  if (await hasOpenAttempt(tx, { companyId, invoiceId: invoice.id })) return 'processing';
  return needsBank(attempt.responseCode) ? 'bank' : 'method';
}

/** A link that was not made for a failed payment gets the response to an unknown link. */
export function readPublicRecovery(deps: Deps, link: LinkPrincipal): Promise<PublicRecovery> {
  const { companyId } = link;
  return readAsCustomer(deps, link, async (tx) => {
    const row = await findCapabilityById(tx, { companyId, id: link.linkId });
    const attemptId = row?.recoversAttemptId;
    const attempt = attemptId && (await findAttempt(tx, { companyId, attemptId }));
    if (!attempt) throw new AppError('NOT_FOUND');
    const { amountCents: amount, feeCents: fee, responseMessage: reason, createdAt } = attempt;
    return { state: await findState(tx, attempt), amount, fee, reason, failedAt: createdAt };
  });
}
