/**
 * Assigns a charge that reconciliation could not place, as decided by the company (R69): to an invoice, to
 * installments of its plan, or to several invoices of a customer. The charge becomes a payment on them. Later
 * information in the processor's records still applies.
 */
import { type AttemptId, type InvoiceId, requestIdSchema } from '@quittance/contract/ids';
import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import type { ChargeAssignment } from '@quittance/contract/payments/provider-schemas';
import { invariant } from '@quittance/domain/invariant';
import { listInstallments } from '../../arrangements/installments.ts';
import { lockLivePlan } from '../../arrangements/plans.ts';
import { type CompanyRow, findCompany } from '../../companies/store.ts';
import { findRequestOfInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { lockInvoices } from '../../ledger/holds.ts';
import { closeUnplaced, lockUnplaced, type UnplacedCharge } from '../../ledger/unplaced-charges.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertSelection } from '../../requests/selections.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import {
  canTakeCharge,
  placeOnInstallments,
  placeOnInvoice,
  placeOnInvoices,
} from '../charge/place-charge.ts';
import { settleIn } from '../settlement/settle.ts';
import { showOnePayment } from '../show-payment.ts';

/** A pending debit is looked up at the processor until it is final. */
async function settle(tx: Tx, deps: Deps, { attempt, charge }: AssignedCharge): Promise<Attempt> {
  if (charge.isPending) return attempt;
  const { companyId, id: attemptId, processorReference, amountCents } = charge;
  const booked = { processorReference, amountCents, currency: 'USD', method: null, saved: null };
  const outcome = { kind: 'succeeded', ...booked } as const;
  return settleIn(tx, deps, { companyId, attemptId, outcome, source: 'operator' });
}

type AssignedCharge = { attempt: Attempt; charge: UnplacedCharge };

type On = { company: CompanyRow; charge: UnplacedCharge; invoices: readonly InvoiceRow[] };

async function placeAlone(
  tx: Tx,
  deps: Deps,
  { company, charge, invoices, installments }: On & { installments: Installments | undefined },
): Promise<Attempt | null> {
  const [invoice] = invoices;
  invariant(invoice, 'the invoice was found');
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  const request = await findRequestOfInvoice(tx, key);
  invariant(request, 'an invoice has a request');
  const placement = { company, charge, requestId: request.id, invoice };
  if (!installments) {
    if (!canTakeCharge(invoice)) throw new AppError('ACCOUNT_NOT_PAYABLE');
    return placeOnInvoice(tx, deps, placement);
  }
  const plan = await lockLivePlan(tx, key);
  if (!plan) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const rows = await listInstallments(tx, { companyId: plan.companyId, planId: plan.id });
  const { from, to } = installments;
  const paid = rows.filter(({ index }) => index >= from && index <= to);
  return placeOnInstallments(tx, deps, { ...placement, plan, paid });
}

type Installments = { from: number; to: number };
type Amounts = Extract<ChargeAssignment, { invoices: unknown }>['invoices'];

/** The payer's original selection is no longer known, so a new one is stored. */
async function placeTogether(
  tx: Tx,
  deps: Deps,
  { company, charge, invoices, amounts }: On & { amounts: Amounts },
): Promise<Attempt | null> {
  const parts = amounts.flatMap(({ invoiceId, amount: amountCents }) => {
    const invoice = invoices.find(({ id }) => id === invoiceId);
    return invoice ? [{ invoice, invoiceId, amountCents }] : [];
  });
  const customerIds = [...new Set(invoices.map(({ customerId }) => customerId))];
  const [customerId] = customerIds;
  if (!customerId || customerIds.length > 1) throw new AppError('CHARGE_DOES_NOT_MATCH');
  const requestId = requestIdSchema.parse(deps.entropy.uuid());
  const owner = { companyId: company.companyId, customerId, requestId };
  const lines = parts.map(({ invoiceId, amountCents }) => ({ invoiceId, amountCents }));
  await insertSelection(tx, { ...owner, createdAt: deps.clock.now() }, lines);
  return placeOnInvoices(tx, deps, { company, charge, requestId, parts });
}

export type Assignment = { actor: Actor; chargeId: AttemptId; assignment: ChargeAssignment };

function toInvoiceIds(assignment: ChargeAssignment): InvoiceId[] {
  return 'invoices' in assignment
    ? assignment.invoices.map(({ invoiceId }) => invoiceId)
    : [assignment.invoiceId];
}

export async function assignCharge(
  tx: Tx,
  deps: Deps,
  { actor, chargeId, assignment }: Assignment,
): Promise<ProviderPayment> {
  const { companyId } = actor;
  const invoiceIds = toInvoiceIds(assignment);
  // The lock order is the same as for a payment: invoices first.
  const invoices = await lockInvoices(tx, { companyId, invoiceIds });
  const charge = await lockUnplaced(tx, { companyId, id: chargeId });
  if (!charge) throw new AppError('NOT_FOUND');
  if (charge.closedAt !== null || charge.refundSentAt !== null)
    throw new AppError('REQUEST_CHANGED');
  if (invoices.length !== invoiceIds.length) throw new AppError('ACCOUNT_NOT_FOUND');
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  const on = { company, charge, invoices };
  const attempt =
    'invoices' in assignment
      ? await placeTogether(tx, deps, { ...on, amounts: assignment.invoices })
      : await placeAlone(tx, deps, { ...on, installments: assignment.installments });
  if (!attempt) throw new AppError('CHARGE_DOES_NOT_MATCH');
  await closeUnplaced(tx, { companyId, id: chargeId }, deps.clock.now());
  const subject = `attempt:${chargeId}`;
  const { processorReference, amountCents } = charge;
  const { reason, ...to } = assignment;
  const detail = { ...to, processorReference, amountCents, reason };
  await recordAction(tx, deps, { actor, action: 'charge.assigned', subject, detail });
  return showOnePayment(tx, await settle(tx, deps, { attempt, charge }));
}
