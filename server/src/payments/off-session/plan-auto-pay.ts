/**
 * Plans auto-pay charges (R14). For each open invoice whose notice is due, it stores the charge date and sends the
 * notice in one transaction. charge-due.ts makes the charge.
 */
import { addCents } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import { autoPayDates } from '@quittance/domain/off-session/auto-pay';
import { hourIn } from '@quittance/domain/off-session/run-window';
import { findAutoPay } from '../../arrangements/auto-pay.ts';
import {
  type AutoPayCandidate,
  closeSettledAutoPayCharges,
  countSkips,
  findAutoPayCandidates,
  hasAutoPayCharge,
  insertAutoPayCharge,
} from '../../arrangements/auto-pay-charges.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { isContested } from '../../ledger/holds.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { sendChargeNotice } from '../core/send-charge-notice.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

type Candidacy = CompanyDay & { candidate: AutoPayCandidate };

/** Checks the candidate again under the invoice's lock. */
async function lockCandidate(tx: Tx, { candidate }: Candidacy): Promise<InvoiceRow | null> {
  const { companyId, customerId, id: invoiceId } = candidate.invoice;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  const setting = await findAutoPay(tx, { companyId, customerId });
  const isOn = setting?.isAutoPayActive && setting.autoPayMandateId === candidate.mandateId;
  const isOpen = invoice?.status === 'DUE' || invoice?.status === 'IN_COLLECTION';
  if (!isOn || !isOpen) return null;
  const { mandateId } = candidate;
  // After the candidates were read, the payer may have excluded the invoice (R70) or disputed it (R40).
  const isTaken =
    (await hasAutoPayCharge(tx, { companyId, invoiceId, mandateId })) ||
    (await isContested(tx, { companyId, invoiceId }));
  return isTaken ? null : invoice;
}

/** Returns false if the notice is not due yet, or if another process has already planned the charge. */
async function planOne(tx: Tx, deps: Deps, candidacy: Candidacy): Promise<boolean> {
  const { company, today, candidate } = candidacy;
  const { method, mandateId, sinceOn } = candidate;
  const { kind, brand, last4, id: methodId } = method;
  const invoice = await lockCandidate(tx, candidacy);
  if (!invoice) return false;
  const { dueOn, reopenedAt } = invoice;
  const now = { today, hour: hourIn(company.timeZone, deps.clock.now()) };
  const isReopened = reopenedAt !== null;
  const { noticeOn, chargeOn } = autoPayDates({ kind, dueOn, sinceOn, isReopened, ...now });
  if (noticeOn > today) return false;
  const { companyId, customerId, id: invoiceId, accountRef } = invoice;
  const amountCents = payableAmount(invoice);
  if (amountCents <= 0) return false;
  const id = deps.entropy.uuid();
  const charge = { companyId, id, customerId, invoiceId, methodId, mandateId, chargeOn };
  const isFirst = await insertAutoPayCharge(tx, {
    ...charge,
    state: 'LIVE',
    skips: await countSkips(tx, { companyId, invoiceId }),
    tries: 0,
    nextTryOn: null,
    createdAt: deps.clock.now(),
  });
  if (!isFirst) return false;
  const { fee } = feeFor({ kind, amountCents, company });
  const totalCents = addCents(amountCents, fee);
  const arrangement = { kind: 'autoPay', id } as const;
  const named = { customerId, invoiceId, accountRef, arrangement, chargeOn };
  return sendChargeNotice(tx, deps, { companyId, ...named, totalCents, kind, brand, last4 });
}

async function planFor(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const { database } = deps;
  const { closed, candidates } = await database.inCompany({ companyId }, async (tx) => ({
    closed: await closeSettledAutoPayCharges(tx, companyId),
    candidates: await findAutoPayCandidates(tx, { companyId, today }),
  }));
  let planned = 0;
  for (const candidate of candidates) {
    const isPlanned = await database.inCompany({ companyId }, (tx) =>
      planOne(tx, deps, { company, today, candidate }),
    );
    if (isPlanned) planned += 1;
  }
  return { planned, closed };
}

export function planAutoPay(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, {
    name: 'plan-auto-pay',
    work: 'hasAutoPay',
    sweep: planFor,
  });
}
