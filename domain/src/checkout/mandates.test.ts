import { isoDate } from '@quittance/contract/dates';
import { cents, ZERO } from '@quittance/contract/money';
import { CHARGE_KINDS, type ChargeKind, POPUP_PURPOSES } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import { WORDS } from '../texts/words.ts';
import {
  MANDATE_VERSION,
  type MandatePurpose,
  type MandateTerms,
  mandateText,
} from './mandates.ts';
import { buildInstallments } from './plan.ts';

const money = { amountCents: cents(10_000), feeCents: cents(320) };
const date = isoDate('2026-01-31');
const party = { companyName: 'Harbor Supply Inc.', methodLast4: null };

const PURPOSES: readonly MandatePurpose[] = [...POPUP_PURPOSES, 'AUTO_PAY', 'CHANGE_PLAN'];

function toTerms(purpose: MandatePurpose): MandateTerms {
  switch (purpose) {
    case 'PLAN': {
      const installments = buildInstallments({ ...money, count: 3, anchor: date });
      return { purpose, ...money, installments };
    }
    case 'CHANGE_PM':
    case 'CHANGE_PLAN': {
      const payments = buildInstallments({ ...money, count: 2, anchor: date });
      return { purpose, ...money, payments };
    }
    case 'ADD_PM':
    case 'AUTO_PAY':
      return { purpose };
    default:
      return { purpose, ...money, date };
  }
}

/** Wraps the text at word boundaries, so that the expected text is readable in this file. */
function lines(text: string): string[] {
  const broken: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + word.length >= 86) {
      broken.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...broken, line];
}

function toText(purpose: MandatePurpose, kind: ChargeKind): string[] {
  return lines(mandateText({ ...party, ...toTerms(purpose), kind }, WORDS.en));
}

const EVERY = PURPOSES.flatMap((purpose) => CHARGE_KINDS.map((kind) => ({ purpose, kind })));

describe('Mandate texts, version 4 (product §9, R27)', () => {
  it('the mandate texts have a version that is stored with every accepted text', () => {
    expect(MANDATE_VERSION).toBe('4');
  });

  it('the mandate of a bank debit authorizes the amount on the date', () => {
    expect(toText('EXTENSION', 'ach')).toEqual([
      'I authorize Harbor Supply Inc. to debit my bank account for $103.20 ($100.00 plus a',
      'processing fee of $3.20) on January 31, 2026. I confirm that I may authorize debits',
      'from this account. A debit that is returned for lack of funds may be presented again',
      'up to two times for the same amount. Harbor Supply Inc. may correct an incorrect debit',
      'with a credit to the account. Before a payment is sent I can revoke this authorization',
      'by canceling the scheduled payment in my customer portal, or by contacting Harbor',
      'Supply Inc. directly at least three business days before the debit.',
    ]);
  });

  it('the mandate of an immediate card charge does not mention later charges', () => {
    expect(toText('FULL_AMOUNT', 'card')).toEqual([
      'I authorize Harbor Supply Inc. to charge my card for $103.20 ($100.00 plus a',
      'processing fee of $3.20) on January 31, 2026. Before a payment is sent I can revoke',
      'this authorization by contacting Harbor Supply Inc. directly.',
    ]);
  });

  it('the mandate of a plan states the first installment, the total and every date', () => {
    expect(toText('PLAN', 'ach')).toEqual([
      'I authorize Harbor Supply Inc. to debit my bank account for a first payment of $34.40',
      'on January 31, 2026 and for a total of $103.20 ($100.00 plus a processing fee of',
      '$3.20) over 3 payments. The later payments are: $34.40 on February 28, 2026; $34.40 on',
      'March 31, 2026. I confirm that I may authorize debits from this account. A debit that',
      'is returned for lack of funds may be presented again up to two times for the same',
      'amount. Harbor Supply Inc. may correct an incorrect debit with a credit to the',
      'account. Before a payment is sent I can revoke this authorization by canceling the',
      'payment plan in my customer portal, or by contacting Harbor Supply Inc. directly at',
      'least three business days before the debit; the remaining unpaid balance then becomes',
      'payable immediately.',
    ]);
  });

  it('the mandate of an added card authorizes future charges under the company’s terms', () => {
    expect(toText('ADD_PM', 'card')).toEqual([
      'I authorize Harbor Supply Inc. to charge my card for future payments, including those',
      'of any plan or schedule that I have agreed to. The terms of Harbor Supply Inc. apply',
      'to these payments. A declined payment may be retried up to three times over the',
      'following days. Before a payment is sent I can revoke this authorization by removing',
      'the payment method in my customer portal, or by contacting Harbor Supply Inc.',
      'directly.',
    ]);
  });

  it('the mandate for a method change states every remaining payment of the plan or schedule', () => {
    expect(toText('CHANGE_PM', 'card')).toEqual([
      'I authorize Harbor Supply Inc. to charge my card for what is left of my plan or',
      'schedule: $51.60 on January 31, 2026; $51.60 on February 28, 2026. The total is',
      '$103.20 ($100.00 plus a processing fee of $3.20). A payment whose date has passed may',
      'be charged immediately. The terms of Harbor Supply Inc. apply to these payments. A',
      'declined payment may be retried up to three times over the following days. Before a',
      'payment is sent I can revoke this authorization by removing the payment method in my',
      'customer portal, or by contacting Harbor Supply Inc. directly.',
    ]);
  });

  it('the mandate of an added bank account authorizes debits as agreed in a plan', () => {
    expect(toText('ADD_PM', 'ach')).toEqual([
      'I authorize Harbor Supply Inc. to debit my bank account for future payments, in the',
      'amounts and on the dates of any plan or schedule that I have agreed to. I confirm that',
      'I may authorize debits from this account. A debit that is returned for lack of funds',
      'may be presented again up to two times for the same amount. Harbor Supply Inc. may',
      'correct an incorrect debit with a credit to the account. Before a payment is sent I',
      'can revoke this authorization by removing the payment method in my customer portal, or',
      'by contacting Harbor Supply Inc. directly at least three business days before the',
      'debit.',
    ]);
  });

  it('the mandate of a scheduled card payment authorizes a later charge and retries after a decline', () => {
    expect(toText('EXTENSION', 'card')).toEqual([
      'I authorize Harbor Supply Inc. to charge my card for $103.20 ($100.00 plus a',
      'processing fee of $3.20) on January 31, 2026. The terms of Harbor Supply Inc. apply to',
      'these payments. A declined payment may be retried up to three times over the following',
      'days. Before a payment is sent I can revoke this authorization by canceling the',
      'scheduled payment in my customer portal, or by contacting Harbor Supply Inc. directly.',
    ]);
  });

  it('the mandate of an immediate bank debit authorizes a debit now', () => {
    expect(toText('PARTIAL', 'ach')).toEqual([
      'I authorize Harbor Supply Inc. to debit my bank account for $103.20 ($100.00 plus a',
      'processing fee of $3.20) on January 31, 2026. I confirm that I may authorize debits',
      'from this account. A debit that is returned for lack of funds may be presented again',
      'up to two times for the same amount. Harbor Supply Inc. may correct an incorrect debit',
      'with a credit to the account. Before a payment is sent I can revoke this authorization',
      'by contacting Harbor Supply Inc. directly.',
    ]);
  });

  it('the mandate promises a notice before each automatic card charge (R14)', () => {
    expect(toText('AUTO_PAY', 'card')).toEqual([
      'I authorize Harbor Supply Inc. to charge my card for the open amount of each of my',
      'invoices, plus its processing fee if there is one, on or after the due date. Harbor',
      'Supply Inc. will notify me of the amount and the date before each payment, 3 days',
      'ahead where the due date allows it. The terms of Harbor Supply Inc. apply to these',
      'payments. A declined payment may be retried up to three times over the following days.',
      'Before a payment is sent I can revoke this authorization by turning off auto-pay in my',
      'customer portal, or by contacting Harbor Supply Inc. directly.',
    ]);
  });

  it('the mandate promises a notice before each automatic bank debit (R14)', () => {
    expect(toText('AUTO_PAY', 'ach')).toEqual([
      'I authorize Harbor Supply Inc. to debit my bank account for the open amount of each of',
      'my invoices, plus its processing fee if there is one, on or after the due date. Harbor',
      'Supply Inc. will notify me of the amount and the date before each payment, at least 10',
      'days ahead. I confirm that I may authorize debits from this account. A debit that is',
      'returned for lack of funds may be presented again up to two times for the same amount.',
      'Harbor Supply Inc. may correct an incorrect debit with a credit to the account. Before',
      'a payment is sent I can revoke this authorization by turning off auto-pay in my',
      'customer portal, or by contacting Harbor Supply Inc. directly at least three business',
      'days before the debit.',
    ]);
  });
});

describe('Every mandate text (R27)', () => {
  it.each(EVERY)(
    'the mandate for $purpose by $kind names the company and ends with revocation instructions',
    (terms) => {
      const text = mandateText({ ...party, ...toTerms(terms.purpose), kind: terms.kind }, WORDS.en);
      const sentences = text.split(/(?<=[a-z]\.) (?=[A-Z])/);
      expect(sentences[0]).toContain('I authorize Harbor Supply Inc. to');
      expect(sentences.at(-1)).toMatch(/I can revoke this authorization by .+ing .+\.$/);
      expect(text).not.toMatch(/undefined|null|NaN|\.\.| {2}/);
    },
  );

  it.each(EVERY)(
    'the mandate for $purpose by $kind mentions no other kind',
    ({ purpose, kind }) => {
      const text = mandateText({ ...party, ...toTerms(purpose), kind }, WORDS.en);
      expect(text.includes('card')).toBe(kind === 'card');
      expect(text.includes('bank account')).toBe(kind === 'ach');
    },
  );

  it.each(EVERY)(
    'the mandate for $purpose by $kind says how to contact the company for revocation',
    (terms) => {
      const companyContact = 'billing@harbor.example or (207) 555-0142';
      const question = { ...party, companyContact, ...toTerms(terms.purpose), kind: terms.kind };
      expect(mandateText(question, WORDS.en)).toContain(
        `contacting Harbor Supply Inc. directly (${companyContact})`,
      );
    },
  );

  it('a mandate names the payment method once the method is known', () => {
    const terms = { ...party, ...toTerms('FULL_AMOUNT'), methodLast4: '4242' };
    expect(mandateText({ ...terms, kind: 'card' }, WORDS.en)).toContain(
      'my card ending in 4242 for',
    );
    expect(mandateText({ ...terms, kind: 'ach' }, WORDS.en)).toContain(
      'my bank account ending in 4242 for',
    );
  });

  it('a mandate mentions a fee only when a fee is charged', () => {
    const free = { purpose: 'FULL_AMOUNT', amountCents: cents(10_000), feeCents: ZERO } as const;
    const text = mandateText({ ...party, ...free, date, kind: 'card' }, WORDS.en);
    expect(text).toContain('for $100.00 on January 31, 2026.');
    expect(text).not.toContain('fee');
  });

  it.each([
    ['card', 'this card and charge it for future payments according to its terms'],
    ['ach', 'this bank account for future payments that I agree to'],
  ] as const)('a mandate asks for permission to save a method of kind %s', (kind, use) => {
    const terms = { ...party, ...toTerms('FULL_AMOUNT'), kind };
    const permission =
      `I also allow Harbor Supply Inc. to save ${use}. ` +
      'I can remove it at any time in my customer portal. ';
    const saving = mandateText({ ...terms, isMethodSaved: true }, WORDS.en);
    expect(saving).toContain(permission);
    expect(saving.replace(permission, '')).toBe(mandateText(terms, WORDS.en));
    expect(mandateText({ ...terms, isMethodSaved: false }, WORDS.en)).toBe(
      mandateText(terms, WORDS.en),
    );
  });

  it('a mandate states no amounts when all payments of a plan have been sent', () => {
    const sent = { purpose: 'CHANGE_PM', amountCents: ZERO, feeCents: ZERO, payments: [] } as const;
    const text = mandateText({ ...party, ...sent, kind: 'card' }, WORDS.en);
    expect(text).toContain('to charge my card for the payments of my plan or schedule. The terms');
  });

  it.each([
    ['PARTIAL', 'FULL_AMOUNT'],
    ['ESTIMATE', 'FULL_AMOUNT'],
  ] as const)('the mandate for %s equals the mandate for %s', (purpose, same) => {
    for (const kind of CHARGE_KINDS) expect(toText(purpose, kind)).toEqual(toText(same, kind));
  });

  it('the mandate text throws for a plan without installments', () => {
    const empty = { purpose: 'PLAN', ...money, installments: [] } as const;
    expect(() => mandateText({ ...party, ...empty, kind: 'ach' }, WORDS.en)).toThrow(
      new InvariantViolation('Not true: a plan has a first installment'),
    );
  });

  it('the mandate text throws for an unknown purpose', () => {
    // The cast is needed because only data from outside the type system can have this value.
    const stranger = { purpose: 'REFUND' } as never as MandateTerms;
    expect(() => mandateText({ ...party, ...stranger, kind: 'card' }, WORDS.en)).toThrow(
      'Not handled: ',
    );
  });
});
