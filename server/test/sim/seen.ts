/** What the payers' browsers remember: pages that are still open, and what was submitted from them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';

export type Quote = { amount: number; fee: number };

/** A submit, for its repetition. */
export type Remembered = {
  scope: string;
  key: string;
  quote: Quote;
  kind: ChargeKind;
  isSaved: boolean;
};

/** A plan as a page showed it. */
export type SeenPlan = { kind: ChargeKind; installments: { date: IsoDate; cost: Cents }[] };

export type SimRequest = {
  kind: 'PARTIAL' | 'ESTIMATE';
  requestId: RequestId;
  amountCents: Cents;
  remembered: Remembered[];
};

/** Per payer and key: what was submitted first, and the payments that were answered. */
export type Promises = {
  quotes: Map<string, Quote>;
  answers: { scope: string; paymentId: string }[];
};
