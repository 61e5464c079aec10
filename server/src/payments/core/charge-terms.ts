/**
 * What is charged and how, decided completely before anything is written. Each use case returns one;
 * writeAttempt() stores it. No database access here.
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
  /** The principal; the fee comes on top. */
  amountCents: Cents;
  feeCents: Cents;
  /** The total the payer agreed to, fee included; null off-session (M9). */
  quotedCents: Cents | null;
  kind: ChargeKind;
  initiator: 'CIT' | 'MIT';
  series: 'single' | 'installment' | 'recurring';
  source: ChargeSource;
  /** Null for a new method. */
  method: MethodRow | null;
  mandateId: MandateId | null;
  /** How a new method is saved once the charge is accepted; null: not at all. */
  savesMethodAs: 'saved' | 'attached' | null;
  /** The installments it pays: one, or all unpaid ones from one to the last. */
  plan: { planId: string; from: number; to: number } | null;
  scheduleId: string | null;
  /** Off-session: the arrangement, its day, and the attempt number. */
  occurrence: { of: string; on: IsoDate; tryNumber: number } | null;
};

/** Who pays what to whom; the invoice, where there is one, is locked. */
export type PaymentContext = {
  request: RequestRow;
  invoice: InvoiceRow | null;
  company: CompanyRow;
  payer: Payer;
  /** The invoices of a payment on several, locked, in the order of the split (R48). */
  parts?: readonly PaidPart[];
};

/** Written and committed; the order is to be sent. */
export type StartedCharge = { attempt: Attempt; order: ChargeOrder };

type OnSession = Omit<ChargeTerms, 'initiator' | 'quotedCents' | 'scheduleId' | 'occurrence'>;

/** The terms of a charge with the payer present: the quote is what is charged. */
export function customerInitiated(terms: OnSession): ChargeTerms {
  return {
    ...terms,
    quotedCents: addCents(terms.amountCents, terms.feeCents),
    initiator: 'CIT',
    scheduleId: null,
    occurrence: null,
  };
}
