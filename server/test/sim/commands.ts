/**
 * What can happen in a history, as data: what payers and processors do, what time does, and what goes
 * wrong while it happens. How each is carried out is in run-command.ts.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { CallFault, WebhookFault } from './faults.ts';
import type { InjectedFailure } from './process.ts';

/** Which invoice, entry or event is meant: a number, taken modulo what there is. */
type Pick = number;

export type Pay = {
  name: 'pay';
  invoice: Pick;
  kind: ChargeKind;
  source: 'new' | 'attached';
  /** 'same': the key of an earlier press of the button; 'stale': its old figures under a new key. */
  key: 'fresh' | 'same' | 'stale';
};

export type Source = { kind: 'new'; paymentType: ChargeKind } | { kind: 'saved'; method: Pick };

/** What a customer agrees on for later, or undoes. */
export type Arrangement =
  | { name: 'startPlan'; invoice: Pick; isCustomer: boolean; source: Source; count: Pick }
  | { name: 'payPlan'; invoice: Pick; isFull: boolean }
  | { name: 'cancelPlan'; invoice: Pick }
  | { name: 'schedule'; invoice: Pick; isCustomer: boolean; source: Source; inDays: number }
  | { name: 'cancelSchedule'; invoice: Pick }
  | { name: 'autoPay'; invoice: Pick; how: 'on' | 'off' | 'switch'; method: Pick }
  | { name: 'changeMethod'; invoice: Pick; method: Pick }
  | { name: 'removeMethod'; invoice: Pick; method: Pick }
  /** Told to the company by telephone, and written down by it. */
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
  /** Time passes and the jobs that became due run: together they find more than apart. */
  | { name: 'tick'; ms: number }
  /** Noon a number of days later: the hour at which charges without the payer are made. */
  | { name: 'days'; count: number }
  | { name: 'reconcile' }
  | { name: 'restart' };

/** Two at once, statement by statement; the schedule decides who goes next. */
export type Race = { name: 'race'; left: Simple; right: Simple; schedule: number };

export type Command = Simple | Race;

export type Step = {
  command: Command;
  /** One for each call of the processor that it makes, in order. */
  faults: readonly CallFault[];
  failure: InjectedFailure | null;
  /** What happens while the processor is being called. */
  during: Simple | null;
};
