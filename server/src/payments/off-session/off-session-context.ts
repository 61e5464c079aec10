/**
 * The locks and reads of transaction 1 of an off-session charge: first the locks, then every fact that the decision
 * depends on. The statements of each group are sent together, so that they wait for the database only once.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { invariant } from '@quittance/domain/invariant';
import { countMerchantCharges } from '../../arrangements/auto-pay-charges.ts';
import { toOccurrence } from '../../arrangements/due.ts';
import { listInstallments } from '../../arrangements/installments.ts';
import { type LockedArrangement, lockArrangement } from '../../arrangements/locked-arrangement.ts';
import { type CompanyRow, findCompany } from '../../companies/store.ts';
import {
  type ChargedPayerRow,
  type CustomerRow,
  findChargedPayer,
  lockCustomer,
} from '../../customers/store.ts';
import { type InstallmentRow, lockInvoice, type RequestRow } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { listAttemptsOfOccurrence } from '../../ledger/attempt-history.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { hasLostDispute } from '../../ledger/disputes.ts';
import { findRequestUnderWay, isContested, type UnderWay } from '../../ledger/holds.ts';
import { findMandate, type MandateRow } from '../../methods/mandates.ts';
import { holdMethod } from '../../methods/methods.ts';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/transaction.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import type { Due } from './sweep-companies.ts';

type LockedContext = Pick<Due, 'item'> & {
  /** Current company row: the fee, hold and processor may have changed since the run began. */
  company: CompanyRow;
  invoice: InvoiceRow;
  customer: CustomerRow;
  locked: LockedArrangement;
  today: IsoDate;
};

type Facts = {
  underWay: UnderWay;
  installments: readonly InstallmentRow[];
  /** A contested invoice is not charged without its payer (R82). */
  isContested: boolean;
  tried: readonly Attempt[];
  chargedToday: Awaited<ReturnType<typeof countMerchantCharges>>;
  method: MethodRow | null;
  isMethodDisputed: boolean;
  mandate: MandateRow | null;
  request: RequestRow;
  payer: ChargedPayerRow;
};

export type OffSessionContext = LockedContext & Facts;

/** Returns null if the installment no longer exists because the payer shortened the plan after it was listed. */
async function lockAll(tx: Tx, { clock }: Deps, { item }: Due): Promise<LockedContext | null> {
  const { companyId, customerId, invoiceId } = item;
  const [invoice, customer, locked, company] = await together([
    lockInvoice(tx, { companyId, invoiceId }),
    lockCustomer(tx, { companyId, customerId }),
    lockArrangement(tx, item),
    findCompany(tx, companyId),
  ]);
  invariant(invoice && customer && company, 'what is due has its invoice, customer and company');
  if (!locked) return null;
  return { item, company, invoice, customer, locked, today: clock.today(company.timeZone) };
}

async function readFacts(tx: Tx, { company, item, locked, today }: LockedContext): Promise<Facts> {
  const { companyId, customerId, invoiceId, arrangement } = item;
  const { timeZone } = company;
  const { methodId, mandateId } = locked;
  const { id: planId } = arrangement;
  const [found, tried, chargedToday, contested, method, isMethodDisputed, mandate, payer, rows] =
    await together([
      findRequestUnderWay(tx, { companyId, invoiceId }),
      listAttemptsOfOccurrence(tx, { companyId, occurrenceOf: toOccurrence(arrangement) }),
      countMerchantCharges(tx, { companyId, customerId, timeZone, today }),
      isContested(tx, { companyId, invoiceId }),
      methodId ? holdMethod(tx, { companyId, customerId, methodId }) : null,
      methodId ? hasLostDispute(tx, { companyId, methodId }) : false,
      findMandate(tx, { companyId, mandateId }),
      findChargedPayer(tx, { companyId, customerId }),
      arrangement.kind === 'installment' ? listInstallments(tx, { companyId, planId }) : [],
    ]);
  invariant(found?.request && payer, 'an invoice has its request and its payer');
  const methodFacts = { method, isMethodDisputed, mandate };
  const { request, hasAttempt, hasIntent } = found;
  const underWay = { hasAttempt, hasIntent };
  const holds = { underWay, isContested: contested, installments: rows };
  return { ...holds, tried, chargedToday, ...methodFacts, request, payer };
}

export async function lockContext(tx: Tx, deps: Deps, due: Due): Promise<OffSessionContext | null> {
  const locked = await lockAll(tx, deps, due);
  return locked && { ...locked, ...(await readFacts(tx, locked)) };
}
