/**
 * The steps of a history as data: commands of payers, processors and time, with their faults and failures.
 * `run-command.ts` runs them.
 */
import type { RefundDecision } from '@quittance/contract/payments/refund-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { CallFault, WebhookFault } from './faults.ts';
import type { InjectedFailure } from './process.ts';

/** Index of an invoice, entry or event, modulo their number. */
type Pick = number;

/**
 * 'same': the key of an earlier submit. 'stale': the amounts of an earlier page under a new key. 'others': the key
 * of another payer.
 */
export type KeyChoice = 'fresh' | 'same' | 'stale' | 'others';

export type Pay = {
  name: 'pay';
  invoice: Pick;
  isCustomer: boolean;
  kind: ChargeKind;
  /** 'saved': the customer's card. */
  source: 'new' | 'attached' | 'saved';
  key: KeyChoice;
};

/** Uses as much of the customer's credit as the invoice takes, and a card for the rest (R117). */
export type PayWithCredit = { name: 'payWithCredit'; invoice: Pick; isCustomer: boolean };

export type PayRequest = { name: 'payRequest'; request: Pick; kind: ChargeKind; key: KeyChoice };

/** Commands of a browser that confirms at the processor itself (R44). `page` picks a page that shows an intent. */
export type IntentCommand =
  | {
      name: 'createIntent';
      invoice: Pick;
      request: Pick;
      of: 'invoice' | 'request' | 'schedule';
      isCustomer: boolean;
    }
  | { name: 'changeIntent'; page: Pick; kind: ChargeKind; count: Pick | null }
  | { name: 'confirmIntent'; page: Pick; result: 'ok' | 'declined' | 'challenged' };

export type Source = { kind: 'new'; paymentType: ChargeKind } | { kind: 'saved'; method: Pick };

/** Arrangements and cancellations by a customer. `isStale`: sent from a page that was loaded earlier. */
export type Arrangement =
  | {
      name: 'startPlan';
      invoice: Pick;
      isCustomer: boolean;
      source: Source;
      count: Pick;
      isStale: boolean;
    }
  | { name: 'payPlan'; invoice: Pick; isFull: boolean; isStale: boolean }
  | { name: 'cancelPlan'; invoice: Pick }
  | {
      name: 'schedule';
      invoice: Pick;
      isCustomer: boolean;
      source: Source;
      inDays: number;
      isStale: boolean;
    }
  | { name: 'cancelSchedule'; invoice: Pick }
  | { name: 'autoPay'; invoice: Pick; how: 'on' | 'off' | 'switch'; method: Pick }
  | { name: 'changeMethod'; invoice: Pick; method: Pick }
  | { name: 'removeMethod'; invoice: Pick; method: Pick };

export type OfficeWork =
  | { name: 'revokeMandate'; mandate: Pick }
  | { name: 'limitMandate'; mandate: Pick }
  | { name: 'disableMethod'; method: Pick }
  | { name: 'changeFees' }
  | { name: 'changeCreditRule' };

/**
 * Payments that the company records. `isRepeated`: submits the last recorded one again, its number in capitals.
 * `isTogether`: on two invoices. `surplus`: cents beyond what they owe. `isMistake`: the money never arrived.
 */
export type CashWork =
  | {
      name: 'recordCash';
      invoice: Pick;
      isWhole: boolean;
      isRepeated: boolean;
      isTogether?: boolean;
      surplus?: number;
    }
  /** `short`: cents that are missing on each invoice, and are written off (R101). */
  | { name: 'recordShort'; invoice: Pick; short: number; isTogether: boolean }
  | { name: 'recordOnAccount'; amount: number; isRepeated: boolean }
  | { name: 'reverseCash'; invoice: Pick; isMistake?: boolean };

/** The terms with which the company orders a refund. */
export type RefundTerms = {
  isOwedAgain?: boolean;
  credit?: 'PAY_OUT' | 'KEEP' | undefined;
  keepsFee?: boolean;
  isAgain?: boolean;
};

/** Orders from the company's own system. `invoice` also picks a payment, a credit note or applied credit. */
export type ProviderWork =
  | ({ name: 'orderRefund'; invoice: Pick; isWhole: boolean } & RefundTerms)
  | { name: 'decide'; invoice: Pick }
  | { name: 'decideRefund'; invoice: Pick; decision: RefundDecision['decision'] }
  | { name: 'moveSchedule'; invoice: Pick; inDays: number }
  | { name: 'changeInvoice'; invoice: Pick; inDays: number | null; percent: number | null }
  | { name: 'cancelOnBehalf'; invoice: Pick; kind: 'plan' | 'schedule' }
  | { name: 'reopen'; invoice: Pick }
  | { name: 'writeOff'; invoice: Pick }
  | { name: 'voidInvoice'; invoice: Pick }
  | { name: 'voidWithRefund'; invoice: Pick; keepsFee?: boolean }
  | { name: 'disputeInvoice'; invoice: Pick }
  | { name: 'resolveInvoice'; invoice: Pick }
  | { name: 'creditNote'; invoice: Pick; percent: number }
  | { name: 'voidNote'; invoice: Pick }
  | { name: 'applyCredit'; invoice: Pick; percent: number }
  | { name: 'undoCredit'; invoice: Pick }
  | { name: 'payOutCredit'; invoice: Pick; percent: number }
  | { name: 'refundCredit'; invoice: Pick; percent: number };

export type InquiryCommand =
  | { name: 'inquire'; invoice: Pick; kind: 'QUESTION' | 'DISPUTE'; isCustomer: boolean }
  | { name: 'answerInquiry'; invoice: Pick };

/** A payer changes an upcoming charge or a plan (ADR 0092). `number` picks a day, an installment or a count. */
export type ChargeChangeCommand = {
  name: 'changeCharge';
  invoice: Pick;
  how: 'move' | 'skip' | 'exclude' | 'day' | 'shorten' | 'pause';
  number: Pick;
  isStale: boolean;
};

export type ProcessorEvent =
  | { name: 'finishChallenge'; entry: Pick }
  /** A decline that the bank later reverses, so the money did move. */
  | { name: 'succeedLate'; entry: Pick }
  | { name: 'settleDebit'; entry: Pick }
  | { name: 'returnDebit'; entry: Pick; code: string }
  | { name: 'refundThere'; entry: Pick; part: 'all' | 'half' | 'cent' }
  /** Ends a pending refund, or reverses one that was made (R80). */
  | { name: 'endRefund'; entry: Pick; how: 'succeeded' | 'failed' }
  /** 'part' disputes part of the amount, so that a charge can have two disputes. */
  | { name: 'dispute'; entry: Pick; how: 'open' | 'part' | 'won' | 'lost' };

export type Keys = 'own' | 'refused' | 'others';

/**
 * Actions of an operator. A restore brings back the rows of the last backup, while the processor's records
 * continue.
 */
export type OperatorCommand =
  | { name: 'restart' }
  | { name: 'useKeys'; keys: Keys }
  | { name: 'backUp' }
  | { name: 'restore' }
  /**
   * Resolves charges that were found at the processor and belong to no payment. `byRefund`: the portal refunds
   * them.
   */
  | { name: 'placeCharges'; byRefund?: true };

export type Simple =
  | Pay
  | PayRequest
  | PayWithCredit
  | IntentCommand
  | Arrangement
  | OfficeWork
  | CashWork
  | ProviderWork
  | InquiryCommand
  | ChargeChangeCommand
  | ProcessorEvent
  | OperatorCommand
  /** The payer opens the page. A stale command submits the amounts that this page showed. */
  | { name: 'look'; invoice: Pick }
  | { name: 'poll'; invoice: Pick; hasKey: boolean }
  /** The payer closes the bank's challenge (R43). */
  | { name: 'cancelChallenge'; invoice: Pick }
  | { name: 'webhook'; how: WebhookFault; event: Pick }
  | { name: 'wait'; ms: number }
  | { name: 'runJobs' }
  /** Time passes and the due jobs run. One combined step finds more bugs than two separate ones. */
  | { name: 'tick'; ms: number }
  /** Advances to an hour of a later day, within the hours of off-session charges. */
  | { name: 'days'; count: number; hour: number }
  | { name: 'eachDay'; count: number }
  | { name: 'nextDue'; times: number }
  | { name: 'reconcile' };

/** Two commands interleaved statement by statement. The schedule picks which one runs next. */
export type Race = { name: 'race'; left: Simple; right: Simple; schedule: number };

export type Command = Simple | Race;

export type Step = {
  command: Command;
  faults: readonly CallFault[];
  failure: InjectedFailure | null;
  during: Simple | null;
};
