import { addDays, isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import {
  canRepresent,
  RETURN_CLASSES,
  RETURN_CODES,
  RETURN_CONSEQUENCES,
  toReturnClass,
} from './return-codes.ts';

const ALL_CODES = Array.from(
  { length: 85 },
  (_, index) => `R${String(index + 1).padStart(2, '0')}`,
);

function toCodes(name: (typeof RETURN_CLASSES)[number]): readonly string[] {
  return RETURN_CODES[name];
}

describe('Classes of bank returns (R15)', () => {
  it('the classes of bank returns contain every code from R01 to R85 exactly once', () => {
    const listed = RETURN_CLASSES.flatMap(toCodes);
    expect(listed.toSorted()).toEqual(ALL_CODES);
  });

  it.each([
    ['representable', 'R01 R09'],
    ['badAccount', 'R02 R03 R04 R12 R13 R14 R15 R16 R20 R28'],
    ['unauthorized', 'R05 R07 R08 R10 R11 R29 R51'],
  ])('the return code class %s contains %s', (name, codes) => {
    expect(ALL_CODES.filter((code) => toReturnClass(code) === name).join(' ')).toBe(codes);
  });

  it('every unlisted or unknown return code requires manual review', () => {
    expect(ALL_CODES.filter((code) => toReturnClass(code) === 'other')).toHaveLength(66);
    for (const stranger of ['R00', 'R86', 'R99', 'C01', 'r01', '', 'constructor'])
      expect(toReturnClass(stranger)).toBe('other');
  });
});

describe('What a bank return leads to (R15)', () => {
  it('a returned debit is presented again only for insufficient funds', () => {
    expect(RETURN_CLASSES.filter((name) => RETURN_CONSEQUENCES[name].isRepresentable)).toEqual([
      'representable',
    ]);
  });

  it('a return for a bad account disables the payment method', () => {
    expect(RETURN_CLASSES.filter((name) => RETURN_CONSEQUENCES[name].isMethodDisabled)).toEqual([
      'badAccount',
    ]);
  });

  it('a return of an unauthorized debit revokes the mandate', () => {
    expect(RETURN_CLASSES.filter((name) => RETURN_CONSEQUENCES[name].isMandateRevoked)).toEqual([
      'unauthorized',
    ]);
  });

  it('a return code that needs manual review raises an alert', () => {
    expect(RETURN_CLASSES.filter((name) => RETURN_CONSEQUENCES[name].isAlert)).toEqual([
      'unauthorized',
      'other',
    ]);
  });
});

describe('Presenting a returned debit again (R15)', () => {
  const firstDebitOn = isoDate('2026-01-31');
  const again = (changes: { code?: string; representments?: number; afterDays?: number }) => {
    const { code = 'R01', representments = 0, afterDays = 5 } = changes;
    return canRepresent({
      code,
      representments,
      firstDebitOn,
      today: addDays(firstDebitOn, afterDays),
    });
  };

  it('a returned debit is presented again at most twice', () => {
    expect([0, 1, 2, 3].filter((representments) => again({ representments }))).toEqual([0, 1]);
  });

  it('a returned debit can be presented again up to 180 days after the first debit', () => {
    expect([1, 180, 181].filter((afterDays) => again({ afterDays }))).toEqual([1, 180]);
  });

  it('only R01 and R09 allow a returned debit to be presented again', () => {
    expect(ALL_CODES.filter((code) => again({ code }))).toEqual(['R01', 'R09']);
  });
});
