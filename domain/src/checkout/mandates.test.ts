import { cents, ZERO } from '@quittance/contract/money';
import { CHARGE_KINDS, type ChargeKind } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { company, date, money, toTerms } from '../../test/mandate-samples.ts';
import { InvariantViolation } from '../invariant.ts';
import { WORDS } from '../texts/words.ts';
import {
  MANDATE_VERSION,
  type MandatePurpose,
  type MandateTerms,
  mandateText,
} from './mandates.ts';

const party = { company, methodLast4: null };

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

function toText(purpose: MandatePurpose, kind: ChargeKind, language: 'en' | 'es' = 'en'): string[] {
  return lines(mandateText({ ...party, ...toTerms(purpose), kind }, WORDS[language]));
}

describe('Mandate texts, version 5 (product §9, R27)', () => {
  it('the mandate texts have a version that is stored with every accepted text', () => {
    expect(MANDATE_VERSION).toBe('5');
  });

  it('the mandate of a plan is one list of payments that adds up', () => {
    expect(toText('PLAN', 'ach')).toEqual([
      'I authorize Harbor Dental LLC, doing business as Harbor Smiles, to electronically',
      'debit the checking or savings account that I enter here (ACH) for 3 payments that',
      'total $103.20 ($100.00 plus a processing fee of $3.20): $34.40 on January 31, 2026;',
      '$34.40 on February 28, 2026; $34.40 on March 31, 2026. Harbor Smiles will email me the',
      'amount and the date 10 days before each scheduled payment, or as soon as it is set up',
      'if less time is left. I am an owner or authorized signer of this account. A debit that',
      'is returned for insufficient funds may be submitted again up to two times for the same',
      'amount. Harbor Smiles may correct an incorrect debit with a credit to the account.',
      'This authorization ends with the last payment. Harbor Smiles will email me if a date',
      'changes, and an amount increases only if I agree. Before a payment is sent, I can',
      'revoke this authorization by canceling the payment plan in my customer portal or, at',
      'least three business days before the payment date, by contacting Harbor Smiles',
      '(billing@harbor.example or (207) 555-0142). If I cancel the plan, I can pay the',
      'remaining balance right away, and it is due by the due date of the invoice.',
    ]);
  });

  it('the mandate of auto-pay in Spanish says the same as the one in English', () => {
    expect(toText('AUTO_PAY', 'card', 'es')).toEqual([
      'Autorizo a Harbor Dental LLC, que opera como Harbor Smiles, a hacer cobros a la',
      'tarjeta que ingreso aquí por el saldo por pagar de cada factura que Harbor Smiles me',
      'emita, más una comisión por procesamiento, actualmente de 2.9% + $0.30 por pago, en su',
      'fecha de vencimiento. Una factura vencida, o cuyo plazo de aviso no ha terminado, se',
      'cobra en la fecha posterior que indique el aviso. Harbor Smiles me avisará por correo',
      'del monto, con la comisión incluida, y de la fecha 3 días antes de cada pago o, si',
      'queda menos tiempo, en cuanto se programe. Un pago rechazado se puede intentar de',
      'nuevo hasta tres veces en los días siguientes. Esta autorización vale para todas las',
      'facturas futuras hasta que yo la revoque. Harbor Smiles me avisará por correo antes de',
      'que cambien estas condiciones. Antes de que se envíe un pago, puedo revocar esta',
      'autorización desactivando el pago automático en mi portal de cliente o comunicándome',
      'con Harbor Smiles (billing@harbor.example o (207) 555-0142).',
    ]);
  });
  it('a company with one name signs with that name, and its contact is optional', () => {
    const plain = { company: { name: 'Harbor' }, methodLast4: null, kind: 'card' } as const;
    const text = mandateText({ ...plain, ...toTerms('FULL_AMOUNT') }, WORDS.en);
    expect(text).toContain('I authorize Harbor to charge');
    expect(text).toContain('I must contact Harbor immediately;');
  });

  it('a mandate mentions a fee only when a fee is charged', () => {
    const free = { purpose: 'FULL_AMOUNT', amountCents: cents(10_000), feeCents: ZERO } as const;
    const text = mandateText({ ...party, ...free, date, kind: 'card' }, WORDS.en);
    expect(text).toContain('for $100.00 on January 31, 2026.');
    expect(text).not.toContain('fee');
    const rate = { feePercentage: 0, feeFixed: ZERO };
    const auto = { ...party, purpose: 'AUTO_PAY', fee: rate, kind: 'card' } as const;
    expect(mandateText(auto, WORDS.en)).toContain('now without a processing fee,');
  });

  it('a mandate states no amounts when all payments of a plan have been sent', () => {
    const sent = { purpose: 'CHANGE_PM', amountCents: ZERO, feeCents: ZERO, payments: [] } as const;
    const text = mandateText({ ...party, ...sent, kind: 'card' }, WORDS.en);
    expect(text).toContain('for the payments of my plan or scheduled payment, in the amounts');
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
