/** The state of the payers' browsers: pages that are still open, and what was submitted from them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { IntentAnswer } from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { PlanPayment } from '@quittance/domain/checkout/plan-payment';
import type { Principal } from '../../src/kernel/principal.ts';

export type Quote = { amount: number; fee: number };

export type RememberedQuote = {
  scope: string;
  key: string;
  quote: Quote;
  kind: ChargeKind;
  pmID: MethodId | undefined;
};

type SeenInstallment = { date: IsoDate; cost: Cents };

export type SeenPlan = {
  kind: ChargeKind;
  quote: { amount: Cents; fee: Cents };
  installments: SeenInstallment[];
  first: Quote;
};

export type SeenPayment = { isFull: boolean; shown: PlanPayment };

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

/** Per payer and idempotency key: the first submit, and the payments in the responses. */
export type Promises = {
  submits: Map<string, PromisedTerms>;
  answers: { scope: string; paymentId: string }[];
};

export type IntentPage = {
  requestId: RequestId;
  principal: Principal;
  answer: IntentAnswer;
  isStale: boolean;
  /** Attempts that existed when the page got its intent. */
  earlier: readonly string[];
};
