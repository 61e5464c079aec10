/**
 * A company assigns a charge that reconciliation could not place to one of its invoices (R76). It becomes a payment of that
 * invoice; what the processor's records say later still counts.
 */
import type { AttemptId, InvoiceId } from '@quittance/contract/ids';
import type { ProviderPayment } from '@quittance/contract/provider/payments';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { canTakeCharge, placeCharge } from '../../payments/charge/place-charge.ts';
import { settleIn } from '../../payments/settlement/settle.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { findRequestOfInvoice, lockInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import {
  closeUnplaced,
  lockUnplaced,
  type UnplacedCharge,
} from '../../storage/payments/unplaced-charges.ts';
import { type Actor, recordDeed } from '../actor.ts';
import { showOnePayment } from './show-payment.ts';

/** A pending debit is looked up at the processor until it is final. */
async function settle(tx: Tx, deps: Deps, { attempt, charge }: Settled): Promise<Attempt> {
  if (charge.isPending) return attempt;
  const { companyId, id: attemptId, processorReference, amountCents } = charge;
  const booked = { processorReference, amountCents, currency: 'USD', method: null, saved: null };
  const outcome = { kind: 'succeeded', ...booked } as const;
  return settleIn(tx, deps, { companyId, attemptId, outcome, source: 'operator' });
}

type Settled = { attempt: Attempt; charge: UnplacedCharge };

export type Assignment = {
  actor: Actor;
  chargeId: AttemptId;
  invoiceId: InvoiceId;
  reason: string;
};

export async function assignCharge(
  tx: Tx,
  deps: Deps,
  { actor, chargeId, invoiceId, reason }: Assignment,
): Promise<ProviderPayment> {
  const { companyId } = actor;
  // The order of locks is that of a payment: the invoice first.
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  const charge = await lockUnplaced(tx, { companyId, id: chargeId });
  if (!charge) throw new AppError('NOT_FOUND');
  if (charge.closedAt !== null) throw new AppError('REQUEST_CHANGED');
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  if (invoice.voidedAt !== null || !canTakeCharge(invoice))
    throw new AppError('ACCOUNT_NOT_PAYABLE');
  const company = await findCompany(tx, companyId);
  const request = await findRequestOfInvoice(tx, { companyId, invoiceId });
  invariant(company && request, 'an invoice has a company and a request');
  const placement = { company, invoice, requestId: request.id, charge };
  const attempt = await placeCharge(tx, deps, placement);
  await closeUnplaced(tx, { companyId, id: chargeId }, deps.clock.now());
  const subject = `attempt:${chargeId}`;
  const { processorReference, amountCents } = charge;
  const detail = { invoiceId, processorReference, amountCents, reason };
  await recordDeed(tx, deps, { actor, action: 'charge.assigned', subject, detail });
  return showOnePayment(tx, await settle(tx, deps, { attempt, charge }));
}
