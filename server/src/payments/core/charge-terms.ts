/**
 * What is being idempotencyInput and how it is paid, decided completely before anything is written. Each use
 * case makes one; writeAttempt() writes it down. Nothing here looks at the database.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { MandateId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption, Purpose } from '@quittance/contract/vocabulary';
import type { ChargeOrder, ChargeSource, Payer } from '../../processors/processor.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { InvoiceRow, MethodRow, RequestRow } from '../../storage/billing/invoices.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';

export type ChargeTerms = {
  purpose: Purpose;
  paymentOption: PaymentOption | null;
  /** The principal; the fee comes on top. */
  amountCents: Cents;
  feeCents: Cents;
  /** What the payer saw and agreed to, fee included; null without a payer (M9). */
  quotedCents: Cents | null;
  kind: ChargeKind;
  initiator: 'CIT' | 'MIT';
  series: 'single' | 'installment' | 'recurring';
  source: ChargeSource;
  /** Null for a method typed just now. */
  method: MethodRow | null;
  mandateId: MandateId | null;
  /** Whether, and as what, a method typed just now is kept when the charge is accepted. */
  savesMethodAs: 'saved' | 'attached' | null;
  /** Which installments of which plan it pays: one, or all unpaid ones from one to the last. */
  plan: { planId: string; from: number; to: number } | null;
  scheduleId: string | null;
  /** Merchant-initiated work: which arrangement, which day of it, which try. */
  occurrence: { of: string; on: IsoDate; tryNumber: number } | null;
};

/** Whom and what a payment is for; the invoice, where there is one, is already locked. */
export type PaymentContext = {
  request: RequestRow;
  invoice: InvoiceRow | null;
  company: CompanyRow;
  payer: Payer;
};

/** Written down and committed; what is left to do is to send the order. */
export type Begun = { attempt: Attempt; order: ChargeOrder };
