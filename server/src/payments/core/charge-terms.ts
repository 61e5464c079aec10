/**
 * The terms of a charge, decided completely before anything is written. Each use case returns its terms and
 * writeAttempt() stores them. This module does not access the database.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { MandateId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption, Purpose } from '@quittance/contract/vocabulary';
import type { CompanyRow } from '../../companies/store.ts';
import type { RequestRow } from '../../invoices/store.ts';
import type { PaidPart } from '../../ledger/attempt-parts.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { ChargeOrder, ChargeSource, Payer } from '../../processors/processor.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type ChargeTerms = {
  purpose: Purpose;
  paymentOption: PaymentOption | null;
  /** Principal. The fee is added on top. */
  amountCents: Cents;
  feeCents: Cents;
  /** Total that the payer agreed to, including the fee. Null for off-session charges (M9). */
  quotedCents: Cents | null;
  kind: ChargeKind;
  initiator: 'CIT' | 'MIT';
  series: 'single' | 'installment' | 'recurring';
  source: ChargeSource;
  /** Null for a new method. */
  method: MethodRow | null;
  mandateId: MandateId | null;
  /** Mode of saving a new method once the charge is accepted, or null if it is not saved. */
  savesMethodAs: 'saved' | 'attached' | null;
  /** The installments that the charge pays, from `from` through `to`. */
  plan: { planId: string; from: number; to: number } | null;
  scheduleId: string | null;
  /** For an off-session charge: the arrangement, its date, and the attempt number. */
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
};

/** A charge that is written and committed. The order still has to be sent. */
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
