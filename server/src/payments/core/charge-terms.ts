/**
 * The terms of a charge, decided completely before anything is written. Each use case returns its terms and
 * writeAttempt() stores them. This module does not access the database.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { MandateId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption, Purpose } from '@quittance/contract/vocabulary';
import type { CompanyRow } from '../../companies/store.ts';
import type { InstallmentRow, RequestRow } from '../../invoices/store.ts';
import type { PaidPart } from '../../ledger/attempt-parts.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { UnderWay } from '../../ledger/holds.ts';
import type { ChargeOrder, ChargeSource, Payer } from '../../processors/processor.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type ChargeTerms = {
  purpose: Purpose;
  paymentOption: PaymentOption | null;
  amountCents: Cents;
  feeCents: Cents;
  /** Total that the payer agreed to, including the fee. Null for off-session charges (M9). */
  quotedCents: Cents | null;
  kind: ChargeKind;
  initiator: 'CIT' | 'MIT';
  series: 'single' | 'installment' | 'recurring';
  source: ChargeSource;
  method: MethodRow | null;
  mandateId: MandateId | null;
  /** Whether a new method is saved or attached once the charge is accepted. Null if it is not kept. */
  savesMethodAs: 'saved' | 'attached' | null;
  plan: { planId: string; from: number; to: number } | null;
  scheduleId: string | null;
  occurrence: { of: string; on: IsoDate; tryNumber: number } | null;
};

/** The parties and the payable of a payment. The invoice, if any, is locked. */
export type PaymentContext = {
  request: RequestRow;
  invoice: InvoiceRow | null;
  company: CompanyRow;
  payer: Payer;
  /** The invoices that this payment covers, locked and in split order (R48). */
  parts?: readonly PaidPart[];
  /** Set if it was read together with the lock of the invoice. */
  underWay?: UnderWay;
  /** Set if the installments of the plan were read behind its lock. */
  installments?: readonly InstallmentRow[];
};

export type StartedCharge = { attempt: Attempt; order: ChargeOrder };

type OnSession = Omit<ChargeTerms, 'initiator' | 'quotedCents' | 'scheduleId' | 'occurrence'>;

/** Terms of a charge with the payer present. The payer is charged exactly the quoted amount. */
export function customerInitiated(terms: OnSession): ChargeTerms {
  return {
    ...terms,
    quotedCents: addCents(terms.amountCents, terms.feeCents),
    initiator: 'CIT',
    scheduleId: null,
    occurrence: null,
  };
}
