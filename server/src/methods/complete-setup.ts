/**
 * Completes a setup in the transaction that saves its method: stores the mandate and, if the setup is for a
 * scheduled payment, schedules it. Throws an AppError and writes nothing if the payment can no longer be scheduled.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { MandateId } from '@quittance/contract/ids';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { createSchedule, refuseUnlessSchedulable } from '../arrangements/create-schedule.ts';
import { findCompany } from '../companies/store.ts';
import { notifyAgreement } from '../customers/mail/notify.ts';
import type { Deps } from '../kernel/deps.ts';
import { announceMethod } from '../ledger/attempt-events.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { MethodRow } from '../schema/customers.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { recordConsent } from './consent.ts';
import type { Setup, SetupPurpose } from './method-setups.ts';

/** `invoice` is locked, or null if the setup does not belong to an invoice. */
export type SetupCompletion = { setup: Setup; invoice: InvoiceRow | null; method: MethodRow };

export function toMandateTerms(purpose: SetupPurpose): MandateTerms {
  if (purpose.kind === 'add') return { purpose: 'ADD_PM' };
  const { amountCents, feeCents, date } = purpose;
  return { purpose: 'EXTENSION', amountCents, feeCents, date };
}

export async function completeSetup(
  tx: Tx,
  deps: Deps,
  completion: SetupCompletion,
): Promise<void> {
  const { setup, invoice, method } = completion;
  const { purpose, mandateText: text, evidence, createdAt: at } = setup;
  const company = await findCompany(tx, setup.companyId);
  invariant(company, 'a setup belongs to a company');
  const today: IsoDate = deps.clock.today(company.timeZone);
  const from = purpose.kind === 'schedule' ? purpose.date : today;
  const consent = { method, terms: toMandateTerms(purpose), text, from, evidence, at };
  if (purpose.kind === 'add') {
    const agreement = await recordConsent(tx, deps, consent);
    return recordAdded(tx, deps, { setup, method, agreement });
  }
  invariant(invoice && setup.requestId, 'what is scheduled is the payment of an invoice');
  const { requestId, actor } = setup;
  const payment = { invoice, company, terms: purpose };
  await refuseUnlessSchedulable(tx, deps, payment);
  const mandateId = await recordConsent(tx, deps, consent);
  await createSchedule(tx, deps, { ...payment, method, mandateId, requestId, actor });
}

async function recordAdded(
  tx: Tx,
  { clock }: Deps,
  {
    setup,
    method,
    agreement,
  }: Pick<SetupCompletion, 'setup' | 'method'> & { agreement: MandateId },
): Promise<void> {
  const { companyId, customerId, actor, evidence } = setup;
  const at = clock.now();
  await announceMethod(tx, { companyId, customerId }, at);
  const data = { method: methodLabel(method, checkoutTexts) };
  await notifyAgreement(tx, { companyId, customerId, about: 'method', agreement, data, at });
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'method.added',
    subject: `method:${method.id}`,
    detail: { kind: method.kind, last4: method.last4, address: evidence.ipAddress },
    at,
  });
}
