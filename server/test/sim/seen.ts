/** What the payers' browsers remember: pages that are still open, and what was submitted from them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { IntentAnswer } from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { PlanPayment } from '@quittance/domain/checkout/plan-payment';
import type { Principal } from '../../src/kernel/principal.ts';

export type Quote = { amount: number; fee: number };

/** A submit, for its repetition. */
export type RememberedQuote = {
  scope: string;
  key: string;
  quote: Quote;
  kind: ChargeKind;
  /** The method that is on file, if it is one. */
  pmID: MethodId | undefined;
};

type SeenInstallment = { date: IsoDate; cost: Cents };

/** A plan as a page showed it; `first` is what its first payment consists of. */
export type SeenPlan = {
  kind: ChargeKind;
  quote: { amount: Cents; fee: Cents };
  installments: SeenInstallment[];
  first: Quote;
};

/** A payment on a running plan as a page offered it. */
export type SeenPayment = { isFull: boolean; shown: PlanPayment };

/** What a payer agreed to: amounts, and for a plan also its dates or the numbers of its installments. */
export type PromisedTerms = {
  quote: Quote;
  installments?: readonly number[];
  dates?: readonly SeenInstallment[];
};

export type RequestQuotes = Record<ChargeKind, Quote>;

export type SimRequest = {
  kind: 'PARTIAL' | 'ESTIMATE' | 'INVOICES' | 'OWN_AMOUNT';
  requestId: RequestId;
  amountCents: Cents;
  remembered: RememberedQuote[];
  seen?: RequestQuotes;
};

/** Per payer and key: what was submitted first, and the payments that were answered. */
export type Promises = {
  submits: Map<string, PromisedTerms>;
  answers: { scope: string; paymentId: string }[];
};

/** A tab that shows an intent. */
export type IntentPage = {
  requestId: RequestId;
  principal: Principal;
  answer: IntentAnswer;
  /** A change is under way or was not answered. */
  isStale: boolean;
  /** Attempts that were there when the page got its intent. */
  earlier: readonly string[];
};
