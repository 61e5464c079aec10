/** The topics of random histories (docs/proof.md). */
import type { Simple } from './commands.ts';
import type { CallFault } from './faults.ts';

export type Theme = {
  commands: readonly Simple['name'][];
  faults?: readonly CallFault[];
  /**
   * The first step: a card payment, because only a paid amount can be refunded or disputed, or one payment of all
   * invoices.
   */
  first?: 'paid' | 'paidTogether';
};

/**
 * The main commands of a history and the faults relevant to them. Other commands and faults are added at random.
 */
export const THEMES: readonly Theme[] = [
  { commands: ['pay', 'tick'] },
  { commands: ['pay', 'pay', 'pay', 'tick', 'tick', 'reconcile'], faults: ['late_3h', 'late_30m'] },
  { commands: ['pay', 'pay', 'tick', 'webhook', 'poll', 'finishChallenge'], faults: ['3ds'] },
  {
    commands: ['pay', 'pay', 'finishChallenge', 'finishChallenge', 'tick', 'poll'],
    faults: ['3ds', '3ds', 'late_30m', 'late_1m', 'lost_after'],
  },
  {
    commands: ['pay', 'pay', 'cancelChallenge', 'cancelChallenge', 'finishChallenge', 'tick'],
    faults: ['3ds', '3ds', '3ds', 'late_1m', 'lost_after'],
  },
  { commands: ['pay', 'pay', 'settleDebit', 'returnDebit', 'tick', 'days'] },
  {
    commands: ['pay', 'pay', 'pay', 'succeedLate', 'succeedLate', 'tick', 'webhook', 'runJobs'],
    faults: ['decline_soft', 'decline_soft', '429', 'late_30m', 'lost_after'],
  },
  {
    commands: ['pay', 'refundThere', 'refundThere', 'days', 'tick', 'webhook'],
    first: 'paid',
  },
  {
    commands: ['refundThere', 'dispute', 'returnDebit', 'pay', 'tick', 'webhook', 'runJobs'],
    first: 'paid',
  },
  {
    commands: ['pay', 'dispute', 'dispute', 'dispute', 'days', 'webhook', 'runJobs'],
    first: 'paid',
  },
  {
    commands: ['autoPay', 'dispute', 'dispute', 'eachDay', 'eachDay', 'webhook', 'runJobs'],
    first: 'paid',
  },
  {
    commands: ['orderRefund', 'orderRefund', 'refundThere', 'reopen', 'pay', 'tick', 'webhook'],
    faults: ['lost_after', 'lost_before', '429'],
    first: 'paid',
  },
  {
    commands: ['orderRefund', 'endRefund', 'endRefund', 'decideRefund', 'reopen', 'pay', 'tick'],
    faults: ['refund_pending', 'refund_pending', 'lost_after'],
    first: 'paid',
  },
  { commands: ['refundThere', 'endRefund', 'decideRefund', 'returnDebit'], first: 'paid' },
  {
    commands: ['pay', 'pay', 'decide', 'decide', 'tick', 'days', 'reconcile'],
    faults: ['late_3h', 'late_3h', 'lost_after', 'lost_before'],
  },
  {
    commands: [
      'disputeInvoice',
      'resolveInvoice',
      'writeOff',
      'voidInvoice',
      'pay',
      'startPlan',
      'days',
    ],
  },
  {
    commands: [
      'inquire',
      'answerInquiry',
      'schedule',
      'startPlan',
      'autoPay',
      'eachDay',
      'nextDue',
    ],
  },
  {
    commands: ['inquire', 'inquire', 'answerInquiry', 'pay', 'dispute', 'webhook', 'eachDay'],
    first: 'paid',
  },
  { commands: ['recordCash', 'recordCash', 'reverseCash', 'pay', 'startPlan', 'days'] },
  {
    commands: [
      'recordCash',
      'recordOnAccount',
      'recordShort',
      'applyCredit',
      'payWithCredit',
      'payOutCredit',
      'reverseCash',
      'writeOff',
      'reopen',
      'pay',
      'poll',
    ],
  },
  {
    commands: ['recordOnAccount', 'payWithCredit', 'payWithCredit', 'undoCredit', 'pay', 'tick'],
    faults: ['decline_soft', 'decline_hard', 'lost_after', '3ds'],
  },
  { commands: ['recordShort', 'recordShort', 'reverseCash', 'creditNote', 'changeInvoice', 'pay'] },
  {
    commands: ['writeOff', 'recordCash', 'reverseCash', 'creditNote', 'voidNote', 'reopen', 'pay'],
  },
  { commands: ['autoPay', 'autoPay', 'recordCash', 'reverseCash', 'eachDay', 'eachDay'] },
  { commands: ['createIntent', 'confirmIntent', 'recordCash', 'recordShort', 'tick', 'webhook'] },
  {
    commands: [
      'creditNote',
      'creditNote',
      'applyCredit',
      'payOutCredit',
      'pay',
      'schedule',
      'startPlan',
      'returnDebit',
      'disputeInvoice',
      'eachDay',
    ],
  },
  {
    commands: [
      'recordCash',
      'reverseCash',
      'creditNote',
      'creditNote',
      'changeCreditRule',
      'payOutCredit',
      'returnDebit',
      'pay',
      'days',
    ],
    first: 'paid',
  },
  {
    commands: ['creditNote', 'refundCredit', 'refundCredit', 'applyCredit', 'endRefund', 'tick'],
    faults: ['refund_pending', 'lost_after', '429'],
    first: 'paid',
  },
  {
    commands: [
      'creditNote',
      'creditNote',
      'voidNote',
      'orderRefund',
      'orderRefund',
      'applyCredit',
      'undoCredit',
      'voidInvoice',
      'voidWithRefund',
      'changeInvoice',
      'runJobs',
    ],
    faults: ['refund_pending', 'lost_after'],
    first: 'paid',
  },
  {
    commands: [
      'recordCash',
      'recordCash',
      'reverseCash',
      'creditNote',
      'creditNote',
      'applyCredit',
      'applyCredit',
      'undoCredit',
      'voidNote',
      'voidInvoice',
      'changeInvoice',
      'payOutCredit',
    ],
  },
  {
    commands: [
      'creditNote',
      'applyCredit',
      'undoCredit',
      'refundCredit',
      'orderRefund',
      'endRefund',
      'decideRefund',
      'decideRefund',
      'tick',
      'webhook',
    ],
    faults: ['refund_pending', 'refund_pending', 'lost_after'],
    first: 'paid',
  },
  {
    commands: [
      'voidWithRefund',
      'refundCredit',
      'decideRefund',
      'dispute',
      'refundThere',
      'webhook',
    ],
    faults: ['refund_pending', 'lost_after'],
    first: 'paidTogether',
  },
  { commands: ['payRequest', 'payRequest', 'tick', 'changeFees', 'refundThere'] },
  {
    commands: ['createIntent', 'confirmIntent', 'confirmIntent', 'pay', 'tick', 'webhook'],
    faults: ['lost_after', 'late_1m'],
  },
  {
    commands: ['createIntent', 'createIntent', 'changeIntent', 'changeIntent', 'confirmIntent'],
    faults: ['lost_after', 'late_1m', 'lost_before'],
  },
  {
    commands: ['createIntent', 'changeIntent', 'confirmIntent', 'confirmIntent', 'returnDebit'],
  },
  {
    commands: ['createIntent', 'confirmIntent', 'schedule', 'autoPay', 'startPlan', 'eachDay'],
  },
  { commands: ['look', 'pay', 'pay', 'startPlan', 'schedule', 'changeFees', 'days'] },
  { commands: ['startPlan', 'payPlan', 'days', 'days', 'tick', 'returnDebit'] },
  { commands: ['startPlan', 'changeCharge', 'changeCharge', 'payPlan', 'nextDue', 'eachDay'] },
  { commands: ['schedule', 'autoPay', 'changeCharge', 'changeCharge', 'days', 'eachDay'] },
  { commands: ['startPlan', 'payPlan', 'payPlan', 'nextDue', 'nextDue', 'look'] },
  {
    commands: ['startPlan', 'startPlan', 'changeMethod', 'removeMethod', 'eachDay', 'nextDue'],
    faults: ['decline_hard', 'decline_soft'],
  },
  { commands: ['schedule', 'schedule', 'days', 'days', 'revokeMandate', 'limitMandate', 'tick'] },
  { commands: ['schedule', 'schedule', 'moveSchedule', 'moveSchedule', 'days', 'eachDay', 'pay'] },
  {
    commands: ['schedule', 'schedule', 'changeMethod', 'removeMethod', 'disableMethod', 'nextDue'],
    faults: ['decline_hard', 'refused_connection'],
  },
  { commands: ['autoPay', 'autoPay', 'schedule', 'schedule', 'tick', 'days', 'days'] },
  { commands: ['autoPay', 'autoPay', 'days', 'eachDay', 'pay', 'tick'] },
  { commands: ['pay', 'startPlan', 'schedule', 'autoPay', 'tick', 'days'] },
  { commands: ['autoPay', 'autoPay', 'changeInvoice', 'changeInvoice', 'eachDay', 'eachDay'] },
  {
    commands: ['autoPay', 'schedule', 'cancelSchedule', 'startPlan', 'cancelOnBehalf', 'eachDay'],
  },
  {
    commands: ['autoPay', 'dispute', 'dispute', 'dispute', 'eachDay', 'eachDay', 'webhook'],
    first: 'paidTogether',
  },
  { commands: ['writeOff', 'payRequest', 'payRequest', 'autoPay', 'reopen', 'eachDay', 'days'] },
  {
    commands: ['backUp', 'restore', 'startPlan', 'schedule', 'pay', 'payRequest', 'nextDue'],
  },
  {
    commands: ['useKeys', 'useKeys', 'pay', 'pay', 'schedule', 'tick', 'days', 'reconcile'],
    faults: ['lost_after', 'late_30m'],
  },
  {
    commands: ['orderRefund', 'orderRefund', 'orderRefund', 'runJobs', 'runJobs', 'tick'],
    first: 'paid',
  },
];
