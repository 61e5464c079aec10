/** The payer of an agreement gets the stored text by email, byte by byte, as a guest, too (R109). */
import { randomUUID } from 'node:crypto';
import { addDays } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import type { ChangePreview, PlanChanges } from '@quittance/contract/statements/upcoming-charges';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/kernel/escape-html.ts';
import { switchAutoPayOff } from '../../src/methods/auto-pay.ts';
import { addSchedule, autoPayOn, type SavedMethod, toCustomer } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { addContact, type Mailbox, toMailbox } from '../world/mailbox.ts';
import { startPlan } from '../world/planning.ts';
import {
  addOwnMethod,
  BANK_ACCOUNTS,
  type Caller,
  paymentInfo,
  readInvoice,
  schedule,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
let company: TestCompany;
let customer: Caller;
let invoice: TestInvoice;
let card: SavedMethod;
let mailbox: Mailbox;
const address = `${randomUUID()}@example.com`;
const known = new Set<string>();

beforeAll(async () => {
  const chargeRules = {
    maxMoveDays: 7,
    maxSkips: 1,
    isDayChangeAllowed: true,
    isShorteningAllowed: true,
    pause: 'ON_REQUEST',
    maxPauseMonths: 3,
  } as const;
  company = await world.company({ chargeRules, supportEmail: "billing@harbor's.example" });
  customer = await signIn(world, company);
  card = await world.method(company);
  mailbox = toMailbox(world);
  await addContact(world, company, { value: address });
});

beforeEach(async () => {
  invoice = await world.invoice(company, { dueInDays: 20 });
});

async function newTexts(): Promise<string[]> {
  const { rows } = await world.deps.database.pool.query<{ id: string; text: string }>(
    'select id, text from mandates where company_id = $1',
    [company.companyId],
  );
  const added = rows.filter(({ id }) => !known.has(id));
  for (const { id } of added) known.add(id);
  return [...new Set(added.map(({ text }) => text))];
}

const inDays = (days: number) => addDays(world.deps.clock.today('America/New_York'), days);
const own = (caller = customer) => ({ caller, company, invoice });
const byCard = () => ({ pmID: card.methodId, last4: card.last4 });

async function change(wanted: object) {
  const post = (path: string, body: object) =>
    customer.call({ method: 'POST', path: `upcoming-charge/${path}`, body });
  const answer = await post('preview', { change: wanted });
  const { text: agreedText } = answer['preview'] as ChangePreview; // because the server checks its responses here
  return post('change', { change: wanted, agreedText });
}

async function changePlan(toChange: (plan: string) => object) {
  await startPlan(world, own(), { ...byCard(), count: 4 });
  await mailbox.deliver();
  await newTexts();
  const path = `payment-plan/internal-${invoice.invoiceId}/changes`;
  const { key } = (await customer.call({ method: 'GET', path }))['plan'] as PlanChanges; // because of the same
  return change(toChange(key));
}

async function postpone() {
  const id = await addSchedule(world.deps, { company, invoice, methodId: card.methodId }, 5);
  return change({ kind: 'move', charge: `schedule:${id}`, date: inDays(7) });
}

async function useOtherMethod(kind: 'card' | 'ach') {
  await addSchedule(world.deps, { company, invoice, methodId: card.methodId }, 5);
  const number = kind === 'ach' ? BANK_ACCOUNTS.pays : '5555555555554444';
  const { methodId: pmID, last4: methodLast4 } = await world.method(company, { kind, number });
  const fee = kind === 'ach' ? 80 : 330;
  const terms = { purpose: 'CHANGE_PM', amountCents: cents(10_000), feeCents: cents(fee) } as const;
  const payments = [{ dueOn: inDays(5), costCents: cents(10_000 + fee) }];
  const text = mandateText({ ...terms, payments, kind, company, methodLast4 }, WORDS.en);
  const { processor } = company.merchant;
  const path = `account-payment-method/${invoice.invoiceId}`;
  const body = { processor, pmID, quote: { amount: 10_000, fee }, achMandateText: text };
  return customer.call({ method: 'PUT', path, body });
}

async function pay(typed: { bank?: string; isSavePMOnPay?: boolean }) {
  const { isSavePMOnPay = false, ...method } = typed;
  const { payable, today: date } = await readInvoice(world, invoice);
  const { amount, fees } = payable;
  const { fee } = fees[typed.bank ? 'ach' : 'card'];
  const terms = { purpose: 'FULL_AMOUNT', amountCents: amount, feeCents: fee, date } as const;
  const page = { ...own(), fields: `request/${invoice.requestId}/fields`, terms };
  const info = await paymentInfo(world, page, method);
  const { processor } = company.merchant;
  const body = { processor, quote: { amount, fee }, paymentInfo: { ...info, isSavePMOnPay } };
  const path = `request/${invoice.requestId}/full/submit`;
  return customer.call({ method: 'POST', path, key: randomUUID(), body });
}

async function onAndOff() {
  await autoPayOn(world.deps, { company, kind: 'card', method: card });
  return switchAutoPayOff(world.deps, toCustomer(company, world.deps));
}

/** Each agreement, and the subjects of the emails that carry its text. */
const AGREEMENTS: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
  [
    'a payment that a customer schedules with a saved card',
    () => schedule(world, own(), { date: inDays(5), ...byCard() }),
    ['Payment scheduled with Harbor Dental'],
  ],
  [
    'a payment that a guest schedules with a new bank account',
    () =>
      schedule(world, own(signInByLink(world, invoice)), {
        date: inDays(5),
        bank: BANK_ACCOUNTS.pays,
      }),
    ['Payment scheduled with Harbor Dental'],
  ],
  [
    'a plan with a saved card',
    () => startPlan(world, own(), { ...byCard(), count: 3 }),
    ['You started a payment plan with Harbor Dental'],
  ],
  [
    'a plan that a guest starts with a new card',
    () => startPlan(world, own(signInByLink(world, invoice)), { count: 3 }),
    ['You started a payment plan with Harbor Dental'],
  ],
  [
    'a plan payment that is moved',
    () => changePlan((plan) => ({ kind: 'day', plan, day: 20 })),
    ['Your payment plan with Harbor Dental has changed'],
  ],
  [
    'a pause that the company has to approve',
    () => changePlan((plan) => ({ kind: 'pause', plan, months: 1 })),
    ['You asked to pause your payment plan with Harbor Dental'],
  ],
  ['a scheduled payment that is postponed', postpone, ['Your payment to Harbor Dental is now on']],
  [
    'another card for a scheduled payment',
    () => useOtherMethod('card'),
    ['You changed the payment method of your payments to Harbor Dental'],
  ],
  [
    'a bank account with another fee for a scheduled payment',
    () => useOtherMethod('ach'),
    ['Your processing fee with Harbor Dental has changed'],
  ],
  [
    'a saved card',
    () => addOwnMethod(world, { caller: customer, company }),
    ['You saved a payment method with Harbor Dental'],
  ],
  [
    'a card that is saved with a payment',
    () => pay({ isSavePMOnPay: true }),
    ['You saved a payment method with Harbor Dental'],
  ],
  [
    'a bank debit',
    () => pay({ bank: BANK_ACCOUNTS.pays }),
    ['Bank debit to Harbor Dental submitted'],
  ],
  [
    'auto-pay that is turned on and off',
    onAndOff,
    ['You turned on auto-pay', 'You turned off auto-pay'],
  ],
];

describe('The copy of an agreement (R109)', () => {
  it.each(AGREEMENTS)('the email about %s has the stored text', async (_, agree, subjects) => {
    await newTexts();
    await agree();
    await mailbox.deliver();
    const texts = await newTexts();
    expect(texts).not.toEqual([]);
    const mails = await mailbox.inbox(address);
    const copies = mails.filter((mail) =>
      texts.some((text) => mail.text.includes(`\n\n${text}\n\n`)),
    );
    const sent = copies.map(({ subject }) => subject);
    for (const subject of subjects) expect(sent).toContainEqual(expect.stringContaining(subject));
    for (const text of texts) {
      expect(copies.some((mail) => mail.text.includes(text))).toBe(true);
      expect(copies.some(({ html }) => html.includes(`>${escapeHtml(text)}<`))).toBe(true);
    }
    for (const { text } of copies)
      expect(text).toMatch(/Your authorization of November \d+, 2026 \(text version 5\)/);
  });
});
