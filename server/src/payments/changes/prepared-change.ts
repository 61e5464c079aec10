/**
 * A change to upcoming charges that was decided under the locks of the charge protocol but is not written yet: the
 * terms shown to the payer, and the write that follows once they agree. The preview and the change run the same
 * code.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceId, MandateId } from '@quittance/contract/ids';
import type { Language } from '@quittance/contract/language';
import type { Cents } from '@quittance/contract/money';
import type { ShownTerms } from '@quittance/contract/statements/upcoming-charges';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import type { CompanyRow } from '../../companies/store.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../../kernel/principal.ts';
import { hasOpenAttempt } from '../../ledger/attempts.ts';
import { consentText, recordConsent } from '../../methods/consent.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Evidence } from '../../processors/processor.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type ChangeContext = {
  principal: CustomerPrincipal;
  company: CompanyRow;
  today: IsoDate;
  language: Language;
};

export type PreparedChange = {
  before: ShownTerms[];
  after: ShownTerms[];
  method: MethodRow | null;
  text: string;
  /** The company must decide first. Nothing changes until then. */
  needsAnswer?: true;
  write(evidence: Evidence): Promise<void>;
};

export function shownTerms(date: IsoDate, amount: Cents, fee: Cents): ShownTerms {
  return { date, amount, fee };
}

export async function lockOwnInvoice(
  tx: Tx,
  { principal }: ChangeContext,
  invoiceId: InvoiceId,
): Promise<InvoiceRow> {
  const { companyId, customerId } = principal;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice || invoice.customerId !== customerId) throw new AppError('NOT_FOUND');
  const isCharging = await hasOpenAttempt(tx, { companyId, invoiceId });
  if (isCharging || invoice.status === 'PENDING') throw new AppError('ACCOUNT_IS_PROCESSING');
  return invoice;
}

export type AgreedTerms = { method: MethodRow; terms: MandateTerms };

export function termsText(
  { company, language }: ChangeContext,
  { method, terms }: AgreedTerms,
): string {
  const { kind, last4: methodLast4 } = method;
  return consentText(language, { company, terms, kind, methodLast4 });
}

export type NewConsent = AgreedTerms & {
  evidence: Evidence;
  replaces?: MandateId;
};

export async function consentTo(
  tx: Tx,
  deps: Deps,
  { context, consent }: { context: ChangeContext; consent: NewConsent },
): Promise<MandateId> {
  const { method, terms, evidence, replaces } = consent;
  const { companyId } = method;
  const at = deps.clock.now();
  const mandateId = await recordConsent(tx, deps, {
    method,
    terms,
    text: termsText(context, consent),
    from: context.today,
    evidence,
    at,
  });
  if (replaces) await revokeMandate(tx, { companyId, mandateId: replaces }, at);
  return mandateId;
}

export type ChangeAction = { action: string; subject: string; detail: Record<string, unknown> };

export function auditChange(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { context, action }: { context: ChangeContext; action: ChangeAction },
): Promise<void> {
  const { principal } = context;
  const { companyId } = principal;
  return appendAudit(tx, {
    companyId,
    actor: principalName(principal),
    ...action,
    at: clock.now(),
  });
}
