import { isoDateSchema } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { readCheckFields, refuseIncomplete } from './check-fields.ts';

const PAYER = { firstName: 'Maya', lastName: 'Ortiz', email: null, reference: 'customer-1' };
const BORN = { ...PAYER, bornOn: isoDateSchema.parse('1990-04-12') };

describe('Data that an account of Fiserv needs for a bank debit', () => {
  it('the fields an account needs are listed by name; without a list it needs none', () => {
    expect(readCheckFields(undefined)).toEqual([]);
    expect(readCheckFields('email, dateOfBirth')).toEqual(['email', 'dateOfBirth']);
    expect(() => readCheckFields('shoeSize')).toThrow('checkFields');
  });

  it('a debit is refused for what is missing, hard, because a repetition changes nothing', () => {
    expect(refuseIncomplete({ kind: 'ach', payer: PAYER }, ['dateOfBirth'])).toMatchObject({
      kind: 'declined',
      code: 'missing_dateOfBirth',
      class: 'hard',
    });
    expect(refuseIncomplete({ kind: 'ach', payer: BORN }, ['email'])).toMatchObject({
      code: 'missing_email',
    });
  });

  it('a complete debit and any card are not refused', () => {
    const payer = { ...BORN, email: 'maya@example.com' };
    expect(refuseIncomplete({ kind: 'ach', payer }, ['email', 'dateOfBirth'])).toBeNull();
    expect(refuseIncomplete({ kind: 'card', payer: PAYER }, ['dateOfBirth', 'taxId'])).toBeNull();
    expect(refuseIncomplete({ kind: 'ach', payer: PAYER }, [])).toBeNull();
  });
});
