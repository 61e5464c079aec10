/**
 * The steps of a history as data: commands of payers, processors and time, with their faults and
 * failures. run-command.ts runs them.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { CallFault, WebhookFault } from './faults.ts';
import type { InjectedFailure } from './process.ts';

/** The index of an invoice, entry or event, modulo their number. */
type Pick = number;

export type Pay = {
  name: 'pay';
  invoice: Pick;
  kind: ChargeKind;
  source: 'new' | 'attached';
  /** 'same': the key of an earlier submit; 'stale': its old amounts under a new key. */
  key: 'fresh' | 'same' | 'stale';
};

export type Source = { kind: 'new'; paymentType: ChargeKind } | { kind: 'saved'; method: Pick };

/** What a customer arranges or cancels. */
export type Arrangement =
  | { name: 'startPlan'; invoice: Pick; isCustomer: boolean; source: Source; count: Pick }
  | { name: 'payPlan'; invoice: Pick; isFull: boolean }
  | { name: 'cancelPlan'; invoice: Pick }
  | { name: 'schedule'; invoice: Pick; isCustomer: boolean; source: Source; inDays: number }
  | { name: 'cancelSchedule'; invoice: Pick }
  | { name: 'autoPay'; invoice: Pick; how: 'on' | 'off' | 'switch'; method: Pick }
  | { name: 'changeMethod'; invoice: Pick; method: Pick }
  | { name: 'removeMethod'; invoice: Pick; method: Pick }
  /** Revoked by phone and recorded by the company. */
  | { name: 'revokeMandate'; invoice: Pick; mandate: Pick };

export type Simple =
  | Pay
  | Arrangement
  | { name: 'poll'; invoice: Pick; hasKey: boolean }
  | { name: 'webhook'; how: WebhookFault; event: Pick }
  | { name: 'finishChallenge'; entry: Pick }
  | { name: 'settleDebit'; entry: Pick }
  | { name: 'returnDebit'; entry: Pick; code: string }
  | { name: 'wait'; ms: number }
  | { name: 'runJobs' }
  /** Time passes and the due jobs run: one step finds more than two separate ones. */
  | { name: 'tick'; ms: number }
  /** Noon, a number of days later: the time of off-session charges. */
  | { name: 'days'; count: number }
  | { name: 'reconcile' }
  | { name: 'restart' };

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
