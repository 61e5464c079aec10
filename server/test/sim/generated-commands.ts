/** Generators for the commands of a history and their values. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { RETURN_CODES } from '@quittance/domain/dunning/return-codes';
import fc, { type Arbitrary } from 'fast-check';
import type { KeyChoice, Simple, Source } from './commands.ts';
import { WEBHOOK_FAULTS } from './faults.ts';

const PAUSES_MS = [
  SECOND_MS,
  3 * SECOND_MS,
  20 * SECOND_MS,
  35 * SECOND_MS,
  MINUTE_MS,
  3 * MINUTE_MS,
  6 * MINUTE_MS,
  31 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  21 * HOUR_MS,
  25 * HOUR_MS,
  2 * DAY_MS,
  5 * DAY_MS,
  12 * DAY_MS,
];

const pick = fc.nat({ max: 7 });
const pause = fc.constantFrom(...PAUSES_MS);
/** Draws every class equally often, regardless of its number of codes. */
const returnCode = fc.oneof(
  ...Object.values(RETURN_CODES).map((codes) => fc.constantFrom<string>(...codes)),
);

const kind = fc.constantFrom('card' as const, 'card' as const, 'ach' as const);
const key = fc.constantFrom<KeyChoice>('fresh', 'fresh', 'fresh', 'same', 'stale', 'others');
const seldom = fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0);
const isStale = seldom;
/** Hours within the run window, on both sides of midnight UTC for some time zones. */
const hour = fc.constantFrom(10, 11, 15);

const source: Arbitrary<Source> = fc.oneof(
  fc.record({
    kind: fc.constant('new' as const),
    paymentType: fc.constantFrom('card' as const, 'ach' as const),
  }),
  fc.record({ kind: fc.constant('saved' as const), method: pick }),
);

export const SIMPLE: Readonly<Record<Simple['name'], Arbitrary<Simple>>> = {
  pay: fc.record({
    name: fc.constant('pay' as const),
    invoice: pick,
    kind,
    isCustomer: fc.boolean(),
    source: fc.constantFrom(...(['new', 'new', 'attached', 'attached', 'saved'] as const)),
    key,
  }),
  payRequest: fc.record({
    name: fc.constant('payRequest' as const),
    request: pick,
    kind,
    key,
  }),
  payWithCredit: fc.record({
    name: fc.constant('payWithCredit' as const),
    invoice: pick,
    isCustomer: seldom.map((isLink) => !isLink),
  }),
  createIntent: fc.record({
    name: fc.constant('createIntent' as const),
    invoice: pick,
    request: pick,
    of: fc.constantFrom<'invoice' | 'request' | 'schedule'>(
      ...(['invoice', 'invoice', 'invoice', 'request', 'schedule'] as const),
    ),
    isCustomer: fc.boolean(),
  }),
  changeIntent: fc.record({
    name: fc.constant('changeIntent' as const),
    page: pick,
    kind,
    count: fc.option(pick, { nil: null, freq: 2 }),
  }),
  confirmIntent: fc.record({
    name: fc.constant('confirmIntent' as const),
    page: pick,
    result: fc.constantFrom<'ok' | 'declined' | 'challenged'>(
      ...(['ok', 'ok', 'ok', 'declined', 'challenged'] as const),
    ),
  }),
  look: fc.record({ name: fc.constant('look' as const), invoice: pick }),
  poll: fc.record({ name: fc.constant('poll' as const), invoice: pick, hasKey: fc.boolean() }),
  cancelChallenge: fc.record({ name: fc.constant('cancelChallenge' as const), invoice: pick }),
  webhook: fc.record({
    name: fc.constant('webhook' as const),
    how: fc.constantFrom(...WEBHOOK_FAULTS),
    event: pick,
  }),
  finishChallenge: fc.record({ name: fc.constant('finishChallenge' as const), entry: pick }),
  succeedLate: fc.record({ name: fc.constant('succeedLate' as const), entry: pick }),
  settleDebit: fc.record({ name: fc.constant('settleDebit' as const), entry: pick }),
  returnDebit: fc.record({
    name: fc.constant('returnDebit' as const),
    entry: pick,
    code: returnCode,
  }),
  startPlan: fc.record({
    name: fc.constant('startPlan' as const),
    invoice: pick,
    isCustomer: fc.boolean(),
    source,
    count: pick,
    isStale,
  }),
  payPlan: fc.record({
    name: fc.constant('payPlan' as const),
    invoice: pick,
    isFull: fc.boolean(),
    isStale,
  }),
  cancelPlan: fc.record({ name: fc.constant('cancelPlan' as const), invoice: pick }),
  schedule: fc.record({
    name: fc.constant('schedule' as const),
    invoice: pick,
    isCustomer: fc.boolean(),
    source,
    inDays: fc.constantFrom(1, 1, 2, 5, 20, 31, 40),
    isStale,
  }),
  cancelSchedule: fc.record({ name: fc.constant('cancelSchedule' as const), invoice: pick }),
  autoPay: fc.record({
    name: fc.constant('autoPay' as const),
    invoice: pick,
    how: fc.constantFrom('on' as const, 'on' as const, 'off' as const, 'switch' as const),
    method: pick,
  }),
  changeMethod: fc.record({
    name: fc.constant('changeMethod' as const),
    invoice: pick,
    method: pick,
  }),
  removeMethod: fc.record({
    name: fc.constant('removeMethod' as const),
    invoice: pick,
    method: pick,
  }),
  revokeMandate: fc.record({
    name: fc.constant('revokeMandate' as const),
    mandate: pick,
  }),
  limitMandate: fc.record({ name: fc.constant('limitMandate' as const), mandate: pick }),
  disableMethod: fc.record({ name: fc.constant('disableMethod' as const), method: pick }),
  changeFees: fc.constant({ name: 'changeFees' as const }),
  changeCreditRule: fc.constant({ name: 'changeCreditRule' as const }),
  recordCash: fc.record({
    name: fc.constant('recordCash' as const),
    invoice: pick,
    isWhole: fc.boolean(),
    isRepeated: isStale,
    isTogether: fc.boolean(),
    surplus: fc.constantFrom(0, 0, 1, 2500),
  }),
  recordShort: fc.record({
    name: fc.constant('recordShort' as const),
    invoice: pick,
    short: fc.constantFrom(1, 300, 500, 501, 5000),
    isTogether: fc.boolean(),
  }),
  recordOnAccount: fc.record({
    name: fc.constant('recordOnAccount' as const),
    amount: fc.constantFrom(1, 4000, 50_000),
    isRepeated: isStale,
  }),
  reverseCash: fc.record({
    name: fc.constant('reverseCash' as const),
    invoice: pick,
    isMistake: fc.boolean(),
  }),
  orderRefund: fc.record({
    name: fc.constant('orderRefund' as const),
    invoice: pick,
    isWhole: fc.boolean(),
    isOwedAgain: seldom,
    keepsFee: seldom,
    isAgain: fc.boolean(),
    credit: fc.constantFrom('PAY_OUT' as const, 'KEEP' as const, undefined),
  }),
  decide: fc.record({ name: fc.constant('decide' as const), invoice: pick }),
  decideRefund: fc.record({
    name: fc.constant('decideRefund' as const),
    invoice: pick,
    decision: fc.constantFrom(
      ...(['SEND_AGAIN', 'SEND_AGAIN', 'PAID_ANOTHER_WAY', 'ACKNOWLEDGE'] as const),
    ),
  }),
  moveSchedule: fc.record({
    name: fc.constant('moveSchedule' as const),
    invoice: pick,
    inDays: fc.constantFrom(0, 1, 2, 5, 20, 31, 40),
  }),
  changeInvoice: fc.record({
    name: fc.constant('changeInvoice' as const),
    invoice: pick,
    inDays: fc.constantFrom(null, null, 0, 1, 5, 20, 60),
    percent: fc.constantFrom(null, null, 50, 99, 120),
  }),
  cancelOnBehalf: fc.record({
    name: fc.constant('cancelOnBehalf' as const),
    invoice: pick,
    kind: fc.constantFrom('plan' as const, 'schedule' as const),
  }),
  useKeys: fc.record({
    name: fc.constant('useKeys' as const),
    keys: fc.constantFrom('own' as const, 'own' as const, 'refused' as const, 'others' as const),
  }),
  backUp: fc.constant({ name: 'backUp' as const }),
  restore: fc.constant({ name: 'restore' as const }),
  placeCharges: fc.constant({ name: 'placeCharges' as const }),
  reopen: fc.record({ name: fc.constant('reopen' as const), invoice: pick }),
  writeOff: fc.record({ name: fc.constant('writeOff' as const), invoice: pick }),
  voidInvoice: fc.record({ name: fc.constant('voidInvoice' as const), invoice: pick }),
  voidWithRefund: fc.record({
    name: fc.constant('voidWithRefund' as const),
    invoice: pick,
    keepsFee: seldom,
  }),
  disputeInvoice: fc.record({ name: fc.constant('disputeInvoice' as const), invoice: pick }),
  creditNote: fc.record({
    name: fc.constant('creditNote' as const),
    invoice: pick,
    percent: fc.constantFrom(20, 50, 100, 100),
  }),
  voidNote: fc.record({ name: fc.constant('voidNote' as const), invoice: pick }),
  undoCredit: fc.record({ name: fc.constant('undoCredit' as const), invoice: pick }),
  applyCredit: fc.record({
    name: fc.constant('applyCredit' as const),
    invoice: pick,
    percent: fc.constantFrom(50, 100, 100, 101),
  }),
  payOutCredit: fc.record({
    name: fc.constant('payOutCredit' as const),
    invoice: pick,
    percent: fc.constantFrom(50, 100, 101),
  }),
  refundCredit: fc.record({
    name: fc.constant('refundCredit' as const),
    invoice: pick,
    percent: fc.constantFrom(50, 100, 100, 101),
  }),
  resolveInvoice: fc.record({ name: fc.constant('resolveInvoice' as const), invoice: pick }),
  inquire: fc.record({
    name: fc.constant('inquire' as const),
    invoice: pick,
    kind: fc.constantFrom('DISPUTE' as const, 'DISPUTE' as const, 'QUESTION' as const),
    isCustomer: fc.boolean(),
  }),
  answerInquiry: fc.record({ name: fc.constant('answerInquiry' as const), invoice: pick }),
  changeCharge: fc.record({
    name: fc.constant('changeCharge' as const),
    invoice: pick,
    how: fc.constantFrom(
      ...(['move', 'skip', 'exclude', 'day', 'shorten', 'shorten', 'pause'] as const),
    ),
    number: pick,
    isStale,
  }),
  refundThere: fc.record({
    name: fc.constant('refundThere' as const),
    entry: pick,
    part: fc.constantFrom('all' as const, 'half' as const, 'cent' as const),
  }),
  endRefund: fc.record({
    name: fc.constant('endRefund' as const),
    entry: pick,
    how: fc.constantFrom('succeeded' as const, 'failed' as const),
  }),
  dispute: fc.record({
    name: fc.constant('dispute' as const),
    entry: pick,
    how: fc.constantFrom(...(['open', 'open', 'part', 'part', 'won', 'lost'] as const)),
  }),
  days: fc.record({
    name: fc.constant('days' as const),
    count: fc.constantFrom(0, 1, 1, 1, 2, 3, 5, 10, 11, 31, 92),
    hour,
  }),
  eachDay: fc.record({
    name: fc.constant('eachDay' as const),
    count: fc.constantFrom(2, 3, 5),
  }),
  nextDue: fc.record({
    name: fc.constant('nextDue' as const),
    times: fc.constantFrom(1, 2, 3),
  }),
  reconcile: fc.constant({ name: 'reconcile' as const }),
  wait: fc.record({ name: fc.constant('wait' as const), ms: pause }),
  runJobs: fc.constant({ name: 'runJobs' as const }),
  tick: fc.record({ name: fc.constant('tick' as const), ms: pause }),
  restart: fc.constant({ name: 'restart' as const }),
};
