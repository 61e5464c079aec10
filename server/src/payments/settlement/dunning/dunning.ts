/**
 * What follows from a charge without the payer that failed, and from any payment that came back
 * (R15): another try or the end of its arrangement, a method disabled, an authorisation revoked, and
 * the customer told. Called by settle() inside its transaction, after the invoice and installments
 * have moved. It moves no money.
 */
import { addCents } from '@quittance/contract/money';
import { RETURN_CONSEQUENCES, returnClassOf } from '@quittance/domain/dunning/return-codes';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../../mail/notify.ts';
import { arrangementsOf } from '../../../storage/arrangements/due.ts';
import { findCompany } from '../../../storage/billing/companies.ts';
import { lockInvoice } from '../../../storage/billing/invoices.ts';
import type { Tx } from '../../../storage/database.ts';
import type { Attempt } from '../../../storage/payments/attempts.ts';
import { methodText } from '../../core/method-label.ts';
import { type After, type Followed, follow } from './on-decline.ts';
import { applyReturnConsequence } from './on-return.ts';

async function readAfter(tx: Tx, { clock }: Deps, attempt: Attempt): Promise<After> {
  const { companyId, invoiceId } = attempt;
  const company = await findCompany(tx, companyId);
  invariant(company, 'an attempt has its company');
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  return { attempt, invoice, company, today: clock.today(company.timeZone) };
}

async function followAll(tx: Tx, deps: Deps, after: After): Promise<Followed[]> {
  const followed: Followed[] = [];
  for (const arrangement of arrangementsOf(after.attempt)) {
    followed.push(await follow(tx, deps, { ...after, arrangement }));
  }
  return followed;
}

/** The earliest day on which any of it is tried again; null when none is. */
function nextTryOf(followed: readonly Followed[]): string | null {
  const days = followed.flatMap((each) => (each.kind === 'triedAgain' ? [each.on] : []));
  return days.toSorted()[0] ?? null;
}

async function tell(
  tx: Tx,
  { clock }: Deps,
  {
    after,
    followed,
    template,
  }: {
    after: After;
    followed: readonly Followed[];
    template: 'payment-failed' | 'payment-returned';
  },
): Promise<void> {
  const { attempt, invoice } = after;
  const { companyId, customerId, amountCents, feeCents, methodBrand: brand } = attempt;
  const { methodLast4: last4 } = attempt;
  const kind = attempt.method === 'ACH' ? 'ach' : 'card';
  await notify(tx, {
    companyId,
    customerId,
    template,
    data: {
      invoiceRef: invoice?.accountRef ?? null,
      totalCents: addCents(amountCents, feeCents),
      method: last4 && methodText({ kind, brand, last4 }),
      reason: attempt.responseMessage,
      nextTryOn: nextTryOf(followed),
    },
    at: clock.now(),
  });
}

/** The code of the bank network, also where the debit was refused before it began. */
function bankCodeOf({ method, responseCode }: Attempt): string | null {
  return method === 'ACH' ? responseCode : null;
}

/** A charge that the company started was declined, or never reached the processor. */
export async function onDecline(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const after = await readAfter(tx, deps, attempt);
  const code = bankCodeOf(attempt);
  if (code) await applyReturnConsequence(tx, deps, { attempt, code });
  const followed = await followAll(tx, deps, after);
  // Whoever reads that the plan or the schedule is over has read that its payment failed.
  const isOver = followed.some((each) => each.kind === 'over');
  if (!isOver) await tell(tx, deps, { after, followed, template: 'payment-failed' });
}

/** Any payment, whoever started it, that its bank or its cardholder took back. */
export async function onReturn(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const after = await readAfter(tx, deps, attempt);
  const code = attempt.responseCode ?? '';
  const { companyId, id: attemptId } = attempt;
  if (RETURN_CONSEQUENCES[returnClassOf(code)].isAlert) {
    deps.log.error({ companyId, attemptId, code }, 'a payment came back and somebody has to look');
  }
  await applyReturnConsequence(tx, deps, { attempt, code });
  const followed = await followAll(tx, deps, after);
  await tell(tx, deps, { after, followed, template: 'payment-returned' });
}
