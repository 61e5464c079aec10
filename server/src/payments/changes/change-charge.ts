/**
 * Changes to upcoming charges by their payer (ADR 0092). The preview and the change run the same code, under the
 * locks of the charge protocol. The payer agrees to a text that names every date and amount. If that text has
 * changed in the meantime, the change is refused with the new text. The first commit wins: a charge in progress
 * refuses the change, and after the change the due run reads the new terms under the same lock.
 */

import { type InvoiceId, invoiceIdSchema } from '@quittance/contract/ids';
import type { AnswerOf, BodyOf } from '@quittance/contract/portal-routes';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { feeFor } from '@quittance/domain/checkout/fees';
import { invariant } from '@quittance/domain/invariant';
import { updateAutoPayCharge } from '../../arrangements/auto-pay-charges.ts';
import { createSchedule, refuseUnlessSchedulable } from '../../arrangements/create-schedule.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { type BrowserLanguage, payerLanguage } from '../../customers/payer-language.ts';
import { findCustomer } from '../../customers/store.ts';
import { findRequestOfInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../../kernel/principal.ts';
import { useMethod } from '../../methods/chargeable-method.ts';
import { savedMethodLine } from '../../methods/method-line.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Evidence } from '../../processors/processor.ts';
import {
  type AutoPayEdit,
  type AutoPayPlan,
  lockAutoPayPlan,
  prepareAutoPayChange,
} from './change-auto-pay.ts';
import { preparePlanChange } from './change-plan.ts';
import { prepareScheduleChange } from './change-schedule.ts';
import {
  type ChangeContext,
  consentTo,
  type PreparedChange,
  shownTerms,
  termsText,
} from './prepared-change.ts';

type Switch = Extract<ChargeChange, { kind: 'switch' }>;

async function closePlanned(tx: Tx, { row, invoice }: AutoPayPlan): Promise<void> {
  if (!row) return;
  const { companyId } = invoice;
  await updateAutoPayCharge(tx, { companyId, id: row.id }, { state: 'CANCELED' });
}

/**
 * Moves one invoice from auto-pay to another method at the payer's request: the charge becomes a scheduled payment
 * on the same day, with its own mandate (ADR 0092). Canceling that payment excludes the invoice from auto-pay
 * (R83).
 */
async function prepareSwitch(
  tx: Tx,
  deps: Deps,
  asked: { context: ChangeContext; change: Switch; invoiceId: InvoiceId },
): Promise<PreparedChange> {
  const { context, change } = asked;
  const { company, principal } = context;
  const plan = await lockAutoPayPlan(tx, deps, asked);
  const { invoice, chargeOn: date, amountCents } = plan;
  const { companyId, customerId, id: invoiceId } = invoice;
  const own = { companyId, customerId, methodId: change.method };
  const method = await useMethod(tx, { own, company, on: date });
  const { fee: feeCents } = feeFor({ kind: method.kind, amountCents, company });
  const charge = { date, amountCents, feeCents };
  const terms = { purpose: 'EXTENSION', ...charge } as const;
  const scheduled = { methodKind: method.kind, ...charge };
  await refuseUnlessSchedulable(tx, deps, { invoice, company, terms: scheduled });
  const { fee: feeBefore } = feeFor({ kind: plan.method.kind, amountCents, company });
  return {
    before: [shownTerms(date, amountCents, feeBefore)],
    after: [shownTerms(date, amountCents, feeCents)],
    method,
    text: termsText(context, { method, terms }),
    write: async (evidence) => {
      const request = await findRequestOfInvoice(tx, { companyId, invoiceId });
      invariant(request, 'an invoice has its request');
      const mandateId = await consentTo(tx, deps, {
        context,
        consent: { method, terms, evidence },
      });
      await closePlanned(tx, plan);
      const actor = principalName(principal);
      const payment = { invoice, company, method, mandateId, terms: scheduled };
      await createSchedule(tx, deps, { ...payment, requestId: request.id, actor });
    },
  };
}

type KeyedCharge =
  | { kind: 'schedule'; id: string }
  | { kind: 'installment'; id: string; index: number }
  | { kind: 'autoPay'; invoiceId: InvoiceId };

function chargeOfKey(key: string): KeyedCharge {
  const [name, id = '', index] = key.split(':');
  switch (name) {
    case 'schedule':
      return { kind: 'schedule', id };
    case 'plan':
      return { kind: 'installment', id, index: Number(index) };
    case 'auto-pay':
      return { kind: 'autoPay', invoiceId: invoiceIdSchema.parse(id) };
    default:
      throw new AppError('INVALID_REQUEST');
  }
}

function planOfKey(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

type OneCharge = Extract<ChargeChange, { charge: string }>;

function prepareCharge(
  tx: Tx,
  deps: Deps,
  { context, change }: { context: ChangeContext; change: OneCharge },
): Promise<PreparedChange> {
  const charge = chargeOfKey(change.charge);
  if (charge.kind === 'autoPay') {
    const { invoiceId } = charge;
    if (change.kind === 'switch') return prepareSwitch(tx, deps, { context, change, invoiceId });
    const edit: AutoPayEdit = change;
    return prepareAutoPayChange(tx, deps, { context, change: edit, invoiceId });
  }
  // A schedule or plan is switched and canceled as a whole, through separate calls.
  if (change.kind !== 'move' && change.kind !== 'skip') throw new AppError('INVALID_REQUEST');
  if (charge.kind === 'schedule') {
    return prepareScheduleChange(tx, deps, { context, change, id: charge.id });
  }
  const { id: planId, index } = charge;
  const moved =
    change.kind === 'move'
      ? ({ kind: 'move', index, date: change.date } as const)
      : ({ kind: 'skip', index } as const);
  return preparePlanChange(tx, deps, { context, change: moved, planId });
}

type ChangeRequest = {
  principal: CustomerPrincipal;
  browser: BrowserLanguage;
  change: ChargeChange;
};

async function prepare(
  tx: Tx,
  deps: Deps,
  { principal, browser, change }: ChangeRequest,
): Promise<PreparedChange> {
  const company = await requireLiveCompany(tx, principal.companyId);
  const customer = await findCustomer(tx, principal);
  const language = payerLanguage({ principal, browser }, customer?.language ?? null);
  const context = { principal, company, today: deps.clock.today(company.timeZone), language };
  if ('charge' in change) return prepareCharge(tx, deps, { context, change });
  return preparePlanChange(tx, deps, { context, change, planId: planOfKey(change.plan) });
}

type Preview = AnswerOf<'previewChange'>['preview'];

function toPreview({ before, after, method, text, needsAnswer }: PreparedChange): Preview {
  const line = method && savedMethodLine(method);
  return { before, after, method: line, text, needsAnswer: needsAnswer === true };
}

/** Writes nothing: the transaction ends before the change is applied. */
export async function previewChange(deps: Deps, asked: ChangeRequest): Promise<Preview> {
  const { companyId, customerId } = asked.principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) =>
    toPreview(await prepare(tx, deps, asked)),
  );
}

export type ChangeCommand = {
  principal: CustomerPrincipal;
  browser: BrowserLanguage;
  body: BodyOf<'changeCharge'>;
  evidence: Evidence;
};

export async function changeCharge(deps: Deps, command: ChangeCommand): Promise<void> {
  const { principal, browser, body, evidence } = command;
  const { companyId, customerId } = principal;
  await deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const prepared = await prepare(tx, deps, { principal, browser, change: body.change });
    if (prepared.text !== body.agreedText) {
      throw new AppError('MANDATE_CHANGED', { details: { preview: toPreview(prepared) } });
    }
    await prepared.write(evidence);
  });
}
