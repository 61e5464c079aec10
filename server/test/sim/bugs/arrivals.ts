/** Seeded bugs in payments as they arrive (R101, R102, R116), write-offs (R115), and what follows a reopening (R103, R105). */
import type { CashWork } from '../commands.ts';
import type { History } from '../history.ts';
import type { Bug } from './bug.ts';
import {
  confirmIntent,
  createIntent,
  days,
  hear,
  INVOICE,
  races,
  SECOND_MS,
  step,
  TWO_INVOICES,
  tick,
  toHistory,
} from './steps.ts';

const MANUAL = 'server/src/payments/record-manual.ts';
const LEDGER = 'server/src/payments/settlement/ledger.ts';
const ATTEMPTS = 'server/src/ledger/attempts.ts';
const WRITE_OFF = 'server/src/payments/settlement/write-off.ts';

const ARRIVED: readonly Bug[] = [
  {
    name: 'surplus-lost',
    mistake: 'What exceeds the invoices of a recorded payment is not credit of the customer.',
    mutations: [
      {
        file: LEDGER,
        from: "if (processor === 'manual') await changeCredit(tx, attempt, { addedCents: creditCents, at });",
        to: "if (processor === 'manual') return { attempt: posted, paid };",
      },
    ],
  },
  {
    name: 'arrived-amount-not-recorded',
    mistake: 'A recorded payment states what its invoices owe, and not what arrived.',
    mutations: [
      {
        file: MANUAL,
        from: 'amountCents: received.receivedCents,',
        to: 'amountCents: addCents(...received.paid.map((part) => part.amountCents)),',
      },
    ],
  },
  {
    name: 'on-account-lost',
    mistake: 'A payment on account gives no credit.',
    mutations: [
      {
        file: LEDGER,
        from: 'const { paid, restCents: creditCents } = allocate(attempt.amountCents, receivables);',
        to: `const { paid, restCents } = allocate(attempt.amountCents, receivables);
          const creditCents = receivables.length === 0 ? ZERO : restCents;`,
      },
    ],
  },
  {
    name: 'bounced-surplus-kept',
    mistake: 'The customer keeps the credit of a payment that bounced.',
    mutations: [{ file: LEDGER, from: 'await takeCreditBack(tx, deps, attempt);', to: '' }],
  },
  {
    name: 'used-surplus-reversed',
    mistake: 'A payment is reversed although its credit paid another invoice.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: "if (to === 'RETURNED') await refuseUsed(tx, [attempt], 'payment');",
        to: '',
      },
    ],
  },
  {
    name: 'unused-surplus-not-reversed',
    mistake: 'A payment is not reversed because it gave credit, used or not.',
    mutations: [
      {
        file: 'server/src/ledger/customer-credit.ts',
        from: 'const isUsed = ({ creditUsedCents }: Attempt) => creditUsedCents > 0;',
        to: 'const isUsed = ({ creditCents }: Attempt) => creditCents > 0;',
      },
    ],
  },
  {
    name: 'number-not-locked',
    mistake: 'Two payments with one number that are recorded at once do not see each other.',
    mutations: [{ file: MANUAL, from: 'await lockName(tx, `manual:', to: 'void (`manual:' }],
  },
  {
    name: 'number-in-capitals',
    mistake: 'The number of a payment in capitals counts as another number.',
    mutations: [
      {
        file: ATTEMPTS,
        from: ' = lower(',
        to: ' = (',
      },
    ],
  },
  {
    name: 'mistake-mailed',
    mistake: 'The reversal of a mistake is mailed, although its receipt was not.',
    mutations: [
      {
        file: 'server/src/app/mail/mistaken-payment.ts',
        from: 'return isMistake && !(isReversal &&',
        to: 'return isMistake && !(isReversal ||',
      },
    ],
  },
  {
    name: 'recorded-beside-intent',
    mistake: 'A payment is recorded while its payer can confirm a charge.',
    mutations: [
      {
        file: MANUAL,
        from: 'await refuseBesideIntent(tx, deps, { companyId, invoiceIds });',
        to: '',
      },
    ],
  },
];

const GIVEN_UP: readonly Bug[] = [
  {
    name: 'shortfall-limit-ignored',
    mistake: 'More than the limit of the company is written off with a payment.',
    mutations: [{ file: WRITE_OFF, from: 'addCents(...paid.map(toRest)) > max ||', to: '' }],
  },
  {
    name: 'shortfall-limit-of-each',
    mistake: 'The limit of a write-off is one of each invoice, and not of the payment.',
    mutations: [
      {
        file: WRITE_OFF,
        from: 'addCents(...paid.map(toRest)) > max',
        to: 'paid.some((part) => toRest(part) > max)',
      },
    ],
  },
  {
    name: 'shortfall-kept',
    mistake: 'What was written off with a payment stays so when the payment bounces.',
    mutations: [
      {
        file: 'server/src/payments/settlement/compensate.ts',
        from: 'const shortCents = await withdrawShortfall(tx, deps, reversed);',
        to: 'const shortCents = ZERO;',
      },
    ],
  },
  {
    name: 'write-off-in-the-aging',
    mistake: 'An invoice that is written off stays in the aging.',
    mutations: [
      {
        file: 'server/src/payments/take-back-notes.ts',
        from: 'await postUncollectible(tx, deps, { companyId: actor.companyId, invoiceId });',
        to: '',
      },
    ],
  },
  {
    name: 'recovery-not-posted',
    mistake: 'A payment of an invoice that is written off is not posted as a recovery.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: 'for (const invoice of toInvoices(locked.payable)) await repostUncollectible(tx, deps, invoice);',
        to: '',
      },
    ],
  },
  {
    name: 'reopened-still-given-up',
    mistake: 'An invoice that is reopened after its write-off stays posted as given up.',
    mutations: [
      {
        file: 'server/src/payments/disputes/dispute-invoice.ts',
        from: 'await postUncollectible(tx, deps, { companyId, invoiceId });',
        to: '',
      },
    ],
  },
];

const SHOWN_AND_CHARGED: readonly Bug[] = [
  {
    name: 'note-is-newest-payment',
    mistake: 'A credit note is shown as the newest payment of its invoice.',
    mutations: [{ file: ATTEMPTS, from: 'requestId, type: PAYMENT_TYPES }', to: 'requestId }' }],
  },
  {
    name: 'reopening-not-noted',
    mistake: 'An invoice does not say that it was reopened, and auto-pay does not wait.',
    mutations: [
      {
        file: 'server/src/invoices/store.ts',
        from: 'sql`case when ',
        to: 'sql`case when false and ',
      },
    ],
  },
  {
    name: 'old-notice-counts',
    mistake: 'A notice from before an invoice was reopened allows auto-pay to charge it.',
    mutations: [
      {
        file: 'server/src/payments/off-session/begin-off-session.ts',
        from: 'since: reopenedAt',
        to: 'since: null',
      },
    ],
  },
];

export const ARRIVAL_BUGS: readonly Bug[] = [...ARRIVED, ...GIVEN_UP, ...SHOWN_AND_CHARGED];

const RECORD = { name: 'recordCash', invoice: 0, isWhole: true, isRepeated: false } as const;
const beyond = step({ ...RECORD, surplus: 2500 });
const half = step({ ...RECORD, isWhole: false });
const short = (cents: number, isTogether = false) =>
  step({ name: 'recordShort', invoice: 0, short: cents, isTogether });
const AGAIN = { name: 'recordOnAccount', amount: 4000, isRepeated: true } satisfies CashWork;
const onAccount = step({ ...AGAIN, isRepeated: false });
const reverse = step({ name: 'reverseCash', invoice: 0 });
const apply = step({ name: 'applyCredit', invoice: 1, percent: 100 });
const writeOff = step({ name: 'writeOff', invoice: 0 });

const SOON = { invoices: [{ ...INVOICE, dueInDays: 4 }] };
const PAST = { invoices: [{ ...INVOICE, dueInDays: -5 }] };

const CARD = 1;

/** A part is paid after the notice of the whole amount, and bounces before the charge. */
const bouncedAfterNotice = [
  step({ name: 'autoPay', invoice: 0, how: 'on', method: CARD }),
  days(1),
  half,
  days(2),
  reverse,
  days(1),
  days(1),
];

export const ARRIVAL_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'surplus-lost': [toHistory({}, beyond)],
  'arrived-amount-not-recorded': [toHistory({}, beyond)],
  'on-account-lost': [toHistory({}, onAccount)],
  'bounced-surplus-kept': [toHistory({}, beyond, reverse)],
  'used-surplus-reversed': [toHistory(TWO_INVOICES, beyond, apply, reverse)],
  'unused-surplus-not-reversed': [toHistory({}, beyond, reverse)],
  'number-not-locked': races(AGAIN, AGAIN, 12).map((race) =>
    toHistory({}, onAccount, reverse, ...race),
  ),
  'number-in-capitals': [toHistory({}, onAccount, step(AGAIN))],
  'mistake-mailed': [
    toHistory(
      {},
      step(RECORD),
      tick(SECOND_MS),
      step({ name: 'reverseCash', invoice: 0, isMistake: true }),
    ),
  ],
  'recorded-beside-intent': [toHistory({}, createIntent, step(RECORD), confirmIntent, ...hear())],
  'shortfall-limit-ignored': [toHistory({}, short(5000))],
  'shortfall-limit-of-each': [toHistory(TWO_INVOICES, short(300, true))],
  'shortfall-kept': [toHistory({}, short(300), reverse)],
  'write-off-in-the-aging': [toHistory(PAST, tick(SECOND_MS), writeOff)],
  'recovery-not-posted': [toHistory(PAST, tick(SECOND_MS), writeOff, half)],
  'reopened-still-given-up': [
    toHistory(PAST, tick(SECOND_MS), writeOff, step({ name: 'reopen', invoice: 0 })),
  ],
  'note-is-newest-payment': [
    toHistory(
      {},
      step({ name: 'creditNote', invoice: 0, percent: 50 }),
      step({ name: 'poll', invoice: 0, hasKey: false }),
    ),
  ],
  'reopening-not-noted': [toHistory(SOON, ...bouncedAfterNotice)],
  'old-notice-counts': [toHistory(SOON, ...bouncedAfterNotice)],
};
