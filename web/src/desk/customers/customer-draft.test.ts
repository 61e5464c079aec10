import { providerCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import { describe, expect, it } from 'vitest';
import { type CustomerDraft, toBody, toDraft } from './customer-draft.ts';

const STORED = providerCustomerSchema.parse({
  id: '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  type: 'person',
  customerRef: 'C-1',
  externalRef: null,
  firstName: 'Maya',
  lastName: 'Ortiz',
  businessName: null,
  bornOn: null,
  language: 'es',
  email: 'maya@example.com',
  phone: '+12075550142',
  copyContacts: [],
  isTest: false,
  isReminded: true,
  turnedOff: [],
  credit: 0,
  creditReserved: 0,
  erasedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
});

const change = (part: Partial<CustomerDraft>) => toBody({ ...toDraft(STORED), ...part }, STORED);

describe('The request of a changed customer', () => {
  it.each([
    [{}, {}],
    [{ lastName: 'Vale ' }, { lastName: 'Vale' }],
    [{ phone: '(207) 555-0142' }, {}],
    [{ email: '' }, { email: null }],
    [
      { language: '', isReminded: false },
      { language: null, isReminded: false },
    ],
    [{ type: 'business', businessName: 'Ortiz LLC', lastName: 'x' }, { businessName: 'Ortiz LLC' }],
  ] as const)('a form with %j changed sends %j', (part, body) => {
    expect(change(part)).toEqual(body);
  });

  it('a business that becomes a person loses its business name', () => {
    const business = { ...STORED, type: 'business', businessName: 'Ortiz LLC' } as const;
    expect(toBody({ ...toDraft(business), type: 'person' }, business)).toEqual({
      businessName: null,
    });
  });

  it('a new customer is sent with what was typed', () => {
    const typed = { customerRef: 'C-2', firstName: 'Ines', lastName: 'Vale' };
    expect(toBody({ ...toDraft(null), ...typed }, null)).toEqual(typed);
  });
});
