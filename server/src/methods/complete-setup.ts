/**
 * What a method was wanted for, done in the transaction that has it: a mandate is kept for it, and a
 * payment scheduled where that was the wish. Throws a refusal when the wish came too late.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { createSchedule } from '../payments/core/create-schedule.ts';
import { announceMethod } from '../payments/core/events.ts';
import { findCompany } from '../storage/billing/companies.ts';
import type { InvoiceRow, MethodRow } from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import type { Setup, SetupPurpose } from '../storage/methods/method-setups.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { recordConsent } from './consent.ts';

/** The invoice is locked already; it is there when the wish is about one. */
export type SetupCompletion = { setup: Setup; invoice: InvoiceRow | null; method: MethodRow };

export function termsOf(wish: SetupPurpose): MandateTerms {
  if (wish.kind === 'add') return { purpose: 'ADD_PM' };
  const { amountCents, feeCents, date } = wish;
  return { purpose: 'EXTENSION', amountCents, feeCents, date };
}

export async function completeSetup(
  tx: Tx,
  deps: Deps,
  fulfilment: SetupCompletion,
): Promise<void> {
  const { setup, invoice, method } = fulfilment;
  const { wish, mandateText: text, evidence, createdAt: at } = setup;
  const company = await findCompany(tx, setup.companyId);
  invariant(company, 'a setup belongs to a company');
  const today: IsoDate = deps.clock.today(company.timeZone);
  const from = wish.kind === 'schedule' ? wish.date : today;
  const terms = termsOf(wish);
  const mandateId = await recordConsent(tx, deps, { method, terms, text, from, evidence, at });
  if (wish.kind === 'add') return announceAdded(tx, deps, { setup, method });
  invariant(invoice && setup.requestId, 'what is scheduled is the payment of an invoice');
  const { requestId, actor } = setup;
  await createSchedule(tx, deps, { invoice, company, method, mandateId, wish, requestId, actor });
}

async function announceAdded(
  tx: Tx,
  { clock }: Deps,
  { setup, method }: Pick<SetupCompletion, 'setup' | 'method'>,
): Promise<void> {
  const { companyId, customerId, actor, evidence } = setup;
  const at = clock.now();
  await announceMethod(tx, { companyId, customerId }, at);
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'method.added',
    subject: `method:${method.id}`,
    detail: { kind: method.kind, last4: method.last4, address: evidence.ipAddress },
    at,
  });
}
