import { isoDateSchema } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { type CheckField, readCheckFields, refuseIncomplete } from './check-fields.ts';

const PAYER = { firstName: 'Maya', lastName: 'Ortiz', email: null, reference: 'customer-1' };
const BORN = { ...PAYER, bornOn: isoDateSchema.parse('1990-04-12') };

const refuse = (
  debit: Pick<Parameters<typeof refuseIncomplete>[0], 'kind' | 'payer'>,
  needed: CheckField[],
  isOneTime = true,
) => refuseIncomplete({ ...debit, isOneTime }, needed);

describe('Data that an account of Fiserv needs for a bank debit', () => {
  it('the fields that an account requires are listed by name; without a list, none are required', () => {
    expect(readCheckFields(undefined)).toEqual([]);
    expect(readCheckFields('email, dateOfBirth')).toEqual(['email', 'dateOfBirth']);
    expect(() => readCheckFields('shoeSize')).toThrow('checkFields');
  });

  it('a debit with missing data is declined as hard, because a retry cannot succeed', () => {
    expect(refuse({ kind: 'ach', payer: PAYER }, ['dateOfBirth'])).toMatchObject({
      kind: 'declined',
      code: 'missing_dateOfBirth',
      class: 'hard',
    });
    expect(refuse({ kind: 'ach', payer: BORN }, ['email'])).toMatchObject({
      code: 'missing_email',
    });
  });

  it('a complete debit and any card charge are not refused', () => {
    const payer = { ...BORN, email: 'maya@example.com' };
    expect(refuse({ kind: 'ach', payer }, ['email', 'dateOfBirth'])).toBeNull();
    expect(refuse({ kind: 'card', payer: PAYER }, ['dateOfBirth', 'taxId'])).toBeNull();
    expect(refuse({ kind: 'ach', payer: PAYER }, [])).toBeNull();
  });

  it('an identification is entered for each new account, because a saved account cannot repeat it', () => {
    const debit = { kind: 'ach', payer: PAYER } as const;
    expect(refuse(debit, ['taxId'])).toBeNull();
    expect(refuse(debit, ['taxId'], false)).toMatchObject({
      code: 'missing_taxId',
      message: expect.stringContaining('requires your ID each time'),
    });
    expect(refuse(debit, ['driverLicense', 'taxId'])).toMatchObject({
      message: expect.stringContaining('Please pay by card'),
    });
    expect(refuse(debit, ['checkData'])).toMatchObject({ code: 'missing_checkData' });
  });
});
