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
  it('the fields required by an account are listed by name, and no list means no required fields', () => {
    expect(readCheckFields(undefined)).toEqual([]);
    expect(readCheckFields('email, dateOfBirth')).toEqual(['email', 'dateOfBirth']);
    expect(() => readCheckFields('shoeSize')).toThrow('checkFields');
  });

  it('a debit with missing data is a hard decline', () => {
    expect(refuse({ kind: 'ach', payer: PAYER }, ['dateOfBirth'])).toMatchObject({
      kind: 'declined',
      code: 'missing_dateOfBirth',
      class: 'hard',
    });
    expect(refuse({ kind: 'ach', payer: BORN }, ['email'])).toMatchObject({
      code: 'missing_email',
    });
  });

  it('a complete debit and any card charge pass the field check', () => {
    const payer = { ...BORN, email: 'maya@example.com' };
    expect(refuse({ kind: 'ach', payer }, ['email', 'dateOfBirth'])).toBeNull();
    expect(refuse({ kind: 'card', payer: PAYER }, ['dateOfBirth', 'taxId'])).toBeNull();
    expect(refuse({ kind: 'ach', payer: PAYER }, [])).toBeNull();
  });

  it('an identification must be entered for each debit and cannot come from a saved account', () => {
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
