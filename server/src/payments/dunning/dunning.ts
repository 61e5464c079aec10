/**
 * Shared steps after a failed payment (R15): finds the arrangements that the payment was for, and notifies the
 * customer. Runs inside the transaction of settle(), after the invoice and installments have moved. Moves no money.
 */

import type { IsoDate } from '@quittance/contract/dates';
import { addCents, subtractCents } from '@quittance/contract/money';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { toReturnClass } from '@quittance/domain/dunning/return-codes';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { toArrangements } from '../../arrangements/due.ts';
import { findCompany } from '../../companies/store.ts';
import type { MailData } from '../../customers/mail/mail-payload.ts';
import { notify } from '../../customers/mail/notify.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { loadParts } from '../../ledger/attempt-parts.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invoiceNames } from '../core/invoice-names.ts';
import { recoveryMail } from './recovery-link.ts';
import { type DunningContext, type RetryDecision, retryOrEnd } from './retry-or-end.ts';

export async function readContext(
  tx: Tx,
  { clock }: Deps,
  attempt: Attempt,
): Promise<DunningContext> {
  const { companyId, invoiceId } = attempt;
  const company = await findCompany(tx, companyId);
  invariant(company, 'an attempt has its company');
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  return { attempt, invoice, company, today: clock.today(company.timeZone) };
}

export async function retryOrEndAll(
  tx: Tx,
  deps: Deps,
  context: DunningContext,
): Promise<RetryDecision[]> {
  const decisions: RetryDecision[] = [];
  for (const arrangement of toArrangements(context.attempt)) {
    decisions.push(await retryOrEnd(tx, deps, { ...context, arrangement }));
  }
  return decisions;
}

function toNextRetry(decisions: readonly RetryDecision[]): IsoDate | null {
  const days = decisions.flatMap((each) => (each.kind === 'retried' ? [each.on] : []));
  return days.toSorted()[0] ?? null;
}

export type FailureNotice = {
  context: DunningContext;
  decisions: readonly RetryDecision[];
  template: 'payment-failed' | 'payment-returned';
};

/** The recorded text of a decline, or the key of a return: the bank's, or the company's own (R89). */
function toReason({ state, processor, responseCode, responseMessage }: Attempt): MailData {
  if (state !== 'RETURNED') return { reason: responseMessage };
  if (processor !== 'manual') return { reversal: toReturnClass(responseCode ?? '') };
  return { reversal: responseCode === 'bounced' || responseCode === 'error' ? responseCode : null };
}

async function findNames(tx: Tx, { attempt, invoice }: DunningContext) {
  const { companyId, id, purpose } = attempt;
  if (purpose === 'INVOICES') return invoiceNames(await loadParts(tx, companyId, [id]));
  return invoiceNames(invoice ? [invoice] : []);
}

export async function notifyFailure(
  tx: Tx,
  deps: Deps,
  { context, decisions, template }: FailureNotice,
): Promise<void> {
  const { attempt, invoice } = context;
  const recovery = template === 'payment-failed' ? await recoveryMail(tx, deps, context) : null;
  const { companyId, customerId, amountCents, feeCents } = attempt;
  const { method: kind, methodBrand: brand, methodLast4: last4, reference } = attempt;
  const isNamed = last4 !== null || reference !== null;
  await notify(tx, {
    companyId,
    customerId,
    template,
    data: {
      paymentId: attempt.id,
      ...(await findNames(tx, context)),
      totalCents: addCents(amountCents, feeCents),
      method: isNamed ? methodLabel({ kind, brand, last4, reference }, checkoutTexts) : null,
      ...toReason(attempt),
      isRecorded: attempt.processor === 'manual' ? 1 : 0,
      remainingCents: invoice && subtractCents(invoice.totalCents, invoice.paidCents),
      nextTryOn: toNextRetry(decisions),
      ...recovery?.data,
    },
    ...(recovery ? { secretSealed: recovery.secretSealed } : {}),
    at: deps.clock.now(),
  });
}
