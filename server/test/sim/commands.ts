/**
 * The steps of a history as data: commands of payers, processors and time, with their faults and
 * failures. run-command.ts runs them.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { CallFault, WebhookFault } from './faults.ts';
import type { InjectedFailure } from './process.ts';

/** The index of an invoice, entry or event, modulo their number. */
type Pick = number;

/**
 * 'same': the key of an earlier submit; 'stale': the amounts of an earlier page under a new key;
 * 'others': the key of another payer.
 */
export type KeyChoice = 'fresh' | 'same' | 'stale' | 'others';

export type Pay = {
  name: 'pay';
  invoice: Pick;
  isCustomer: boolean;
  kind: ChargeKind;
  /** 'saved': the card of the customer. */
  source: 'new' | 'attached' | 'saved';
  key: KeyChoice;
};

/** A partial request or an accepted estimate. */
export type PayRequest = { name: 'payRequest'; request: Pick; kind: ChargeKind; key: KeyChoice };

/** A browser that confirms at the processor itself (R44). `page`: one that shows an intent. */
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

/** What a customer arranges or cancels. `isStale`: from a page that was loaded earlier. */
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

/** What the company records or changes by hand. */
export type OfficeWork =
  | { name: 'revokeMandate'; mandate: Pick }
  | { name: 'limitMandate'; mandate: Pick }
  | { name: 'disableMethod'; method: Pick }
  | { name: 'changeFees' };

/** At the company's till. `isRepeated`: the receipt that was recorded last. */
export type CashWork =
  | { name: 'recordCash'; invoice: Pick; isWhole: boolean; isRepeated: boolean }
  | { name: 'reverseCash'; invoice: Pick };

/** Orders of the company's own system. `invoice` also picks a payment. */
export type ProviderWork =
  | { name: 'orderRefund'; invoice: Pick; isWhole: boolean; isOwedAgain?: boolean }
  | { name: 'decide'; invoice: Pick }
  | { name: 'decideRefund'; invoice: Pick; decision: 'SEND_AGAIN' | 'PAID_ANOTHER_WAY' }
  | { name: 'moveSchedule'; invoice: Pick; inDays: number }
  /** `percent` of what it is billed at. */
  | { name: 'changeInvoice'; invoice: Pick; inDays: number | null; percent: number | null }
  | { name: 'cancelOnBehalf'; invoice: Pick; kind: 'plan' | 'schedule' }
  | { name: 'reopen'; invoice: Pick }
  | { name: 'writeOff'; invoice: Pick }
  | { name: 'voidInvoice'; invoice: Pick }
  | { name: 'disputeInvoice'; invoice: Pick }
  | { name: 'resolveInvoice'; invoice: Pick };

/** A payer asks or objects, and the company answers what is open on the invoice. */
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

/** What happens at the processor without the portal. */
export type ProcessorEvent =
  | { name: 'finishChallenge'; entry: Pick }
  /** A decline that the bank takes back: money moved after all. */
  | { name: 'succeedLate'; entry: Pick }
  | { name: 'settleDebit'; entry: Pick }
  | { name: 'returnDebit'; entry: Pick; code: string }
  /** In the processor's dashboard. */
  | { name: 'refundThere'; entry: Pick; part: 'all' | 'half' | 'cent' }
  /** A refund that is pending, or one that was made and comes back (R80). */
  | { name: 'endRefund'; entry: Pick; how: 'succeeded' | 'failed' }
  /** 'part': of the amount, so that a charge can have two. */
  | { name: 'dispute'; entry: Pick; how: 'open' | 'part' | 'won' | 'lost' };

/** The portal's keys: its own, some that the processor refuses, or those of another account. */
export type Keys = 'own' | 'refused' | 'others';

/** What an operator does. A restore brings the rows of the last backup back; the processor's records go on. */
export type OperatorCommand =
  | { name: 'restart' }
  | { name: 'useKeys'; keys: Keys }
  | { name: 'backUp' }
  | { name: 'restore' }
  /** Charges that were found at the processor and belong to no payment. `byRefund`: they are refunded by the portal. */
  | { name: 'placeCharges'; byRefund?: true };

export type Simple =
  | Pay
  | PayRequest
  | IntentCommand
  | Arrangement
  | OfficeWork
  | CashWork
  | ProviderWork
  | InquiryCommand
  | ChargeChangeCommand
  | ProcessorEvent
  | OperatorCommand
  /** The payer opens the page; a stale command submits what it showed. */
  | { name: 'look'; invoice: Pick }
  | { name: 'poll'; invoice: Pick; hasKey: boolean }
  /** The payer closes the bank's challenge (R43). */
  | { name: 'cancelChallenge'; invoice: Pick }
  | { name: 'webhook'; how: WebhookFault; event: Pick }
  | { name: 'wait'; ms: number }
  | { name: 'runJobs' }
  /** Time passes and the due jobs run: one step finds more than two separate ones. */
  | { name: 'tick'; ms: number }
  /** An hour of a later day, within the hours of off-session charges. */
  | { name: 'days'; count: number; hour: number }
  /** Day by day, each with its jobs. */
  | { name: 'eachDay'; count: number }
  /** To the day on which the next arrangement is due. */
  | { name: 'nextDue'; times: number }
  | { name: 'reconcile' };

/** Two commands interleaved by statement; the schedule picks the next. */
export type Race = { name: 'race'; left: Simple; right: Simple; schedule: number };

export type Command = Simple | Race;

export type Step = {
  command: Command;
  /** One for each processor call of the step, in order. */
  faults: readonly CallFault[];
  failure: InjectedFailure | null;
  /** Runs during a processor call. */
  during: Simple | null;
};
