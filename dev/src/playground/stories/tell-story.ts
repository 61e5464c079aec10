/** Runs a story by name. Each story makes real calls and ends with the records of both sides. */

import { DAY_MS } from '@quittance/contract/durations';
import { formatMoney } from '@quittance/contract/format';
import { cents } from '@quittance/contract/money';
import { addMs } from '@quittance/server/kernel/clock';
import { payByAutoPay, payByPlan } from './calendar.ts';
import { type IssuedInvoice, issueInvoice, type NewInvoice } from './company.ts';
import { ACCOUNT, CARD, pay, preparePayment, readInvoice } from './payer.ts';
import {
  chargesTaken,
  expectCharges,
  findPairs,
  type Stage,
  StoryFailed,
  say,
  until,
  untilBothAgree,
} from './stage.ts';
import type { StoryName } from './story-list.ts';

const BY_CARD = { kind: 'card', number: CARD } as const;
const BY_BANK = { kind: 'ach', number: ACCOUNT } as const;

async function openInvoice(
  stage: Stage,
  wanted: Pick<NewInvoice, 'title' | 'totalCents' | 'customer'>,
): Promise<IssuedInvoice> {
  const invoice = await issueInvoice(stage, { ...wanted, domain: 'harbor', dueInDays: 14 });
  const { payable } = await readInvoice(stage, invoice);
  say(
    stage,
    `Harbor Dental issues invoice ${invoice.reference} to ${invoice.customer.name}, who opens its link and owes ${formatMoney(payable.amount)}.`,
  );
  return invoice;
}

async function tellThatBothAgree(stage: Stage, { reference }: IssuedInvoice): Promise<void> {
  await untilBothAgree(stage, reference);
  await expectCharges(stage, reference, 1);
  say(stage, 'Our ledger and their records agree: one charge, the same amount.');
}

async function payByCard(stage: Stage): Promise<void> {
  const invoice = await openInvoice(stage, {
    title: 'Hygiene visit',
    totalCents: 16_000,
    customer: ['Ada', 'Pine'],
  });
  const click = await preparePayment(stage, invoice, BY_CARD);
  say(
    stage,
    'The card number goes from the payer’s browser to PayEngine. The portal gets a token.',
  );
  const { body } = await click();
  say(
    stage,
    `The payer clicks. The attempt is recorded, then sent, then settled: ${String(body['message'])}.`,
  );
  await tellThatBothAgree(stage, invoice);
  const { status } = await readInvoice(stage, invoice);
  say(stage, `The invoice is ${status}, and a receipt is in the mailbox.`);
}

async function loseAnswer(stage: Stage): Promise<void> {
  const invoice = await openInvoice(stage, {
    title: 'Crown, tooth 14',
    totalCents: 84_000,
    customer: ['Ben', 'Osei'],
  });
  const { sandbox } = stage;
  await sandbox.inject({ processor: 'payengine', operation: 'sale', fault: 'lose_answer' });
  await sandbox.inject({ processor: 'payengine', operation: 'webhook', fault: 'webhook_lost' });
  say(stage, 'The answer to the next charge will be lost, and its webhook too.');
  await pay(stage, invoice, BY_CARD);
  const taken = await chargesTaken(stage, invoice.reference);
  const charged = taken === 1 ? 'PayEngine has charged the card' : 'PayEngine was asked';
  say(
    stage,
    `${charged}, and the portal does not know it. It says “pending”, and charges nothing again.`,
  );
  await until(stage, 'the lookup', async () => {
    const [pair] = await findPairs(stage, invoice.reference);
    return pair?.ours?.state === 'SUCCEEDED';
  });
  say(stage, 'The portal has looked the charge up by its own reference, and booked it.');
  await tellThatBothAgree(stage, invoice);
}

async function payInTwoTabs(stage: Stage): Promise<void> {
  const invoice = await openInvoice(stage, {
    title: 'Porcelain inlay, tooth 4',
    totalCents: 64_000,
    customer: ['Cleo', 'Marsh'],
  });
  const first = await preparePayment(stage, invoice, BY_CARD);
  const second = await preparePayment(stage, invoice, BY_CARD);
  say(stage, 'Two tabs show the same invoice, each with a card typed in.');
  const answers = await Promise.all([first(), second()]);
  const [refused] = answers.filter(({ status }) => status >= 400);
  if (!refused) throw new StoryFailed('Two tabs: both payments were accepted');
  say(
    stage,
    `Both click at the same moment. One pays; the other is told: ${String(refused.body['message'])}.`,
  );
  await tellThatBothAgree(stage, invoice);
}

async function returnDebit(stage: Stage): Promise<void> {
  const invoice = await openInvoice(stage, {
    title: 'Removal of two wisdom teeth',
    totalCents: 78_000,
    customer: ['Dora', 'Quist'],
  });
  await pay(stage, invoice, BY_BANK);
  say(stage, 'The payer agrees to a bank debit. The bank has accepted it; nothing is paid yet.');
  await stage.travel.travelTo(addMs(stage.clock.now(), 3 * DAY_MS));
  await untilBothAgree(stage, invoice.reference);
  say(stage, 'Three days pass. The debit is settled, and the invoice is paid.');
  const [pair] = await findPairs(stage, invoice.reference);
  const transactionId = pair?.theirs[0]?.transactionId ?? '';
  await stage.sandbox.returnDebit(transactionId, 'R01');
  say(stage, 'The bank takes the money back: R01, insufficient funds. A webhook says so.');
  await stage.sandbox.flushWebhooks();
  await until(stage, 'the return', async () => {
    const [again] = await findPairs(stage, invoice.reference);
    return again?.ours?.state === 'RETURNED';
  });
  const { payable } = await readInvoice(stage, invoice);
  say(
    stage,
    `The portal has verified it and booked the return: ${formatMoney(cents(payable.amount))} are owed again.`,
  );
  await untilBothAgree(stage, invoice.reference);
}

const TELLERS: Readonly<Record<StoryName, (stage: Stage) => Promise<void>>> = {
  'pay-by-card': payByCard,
  'lost-answer': loseAnswer,
  'plan-over-a-year': payByPlan,
  'bank-return': returnDebit,
  'auto-pay': payByAutoPay,
  'two-tabs': payInTwoTabs,
};

export function tellStory(name: StoryName, stage: Stage): Promise<void> {
  return TELLERS[name](stage);
}
