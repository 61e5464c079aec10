/** Data that customers read and change about themselves (product §3, §7.2). */
import { customerSchema } from '@quittance/contract/customers/portal-schemas';
import { describe, expect, it } from 'vitest';
import { forFile } from '../world/for-file.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addContact, addMethod } from '../world/own-rows.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
const maya = forFile(() => portal.signIn(harbor));

async function readSelf(caller: Caller) {
  const { body } = await caller.call(`private/debtor/${caller.customerId}`);
  return customerSchema.parse(body['debtor']);
}

describe('The own profile of a customer (product §7.2)', () => {
  it('a customer is returned in full, with the primary contacts', async () => {
    await addContact(portal, harbor, { value: 'maya@example.com', isPrimary: true });
    await addContact(portal, harbor, { value: '+12075550142', type: 'PHONE', isPrimary: true });
    const self = await readSelf(maya);
    expect(self).toMatchObject({
      id: harbor.customerId,
      firstName: 'Maya',
      lastName: 'Ortiz',
      customerRef: 'C-1',
      emailPrimary: { value: 'maya@example.com' },
      phonePrimary: { value: '+12075550142' },
      isAutoPayActive: false,
      autoPayPMID: null,
    });
  });

  it.each(['stripe', 'payengine', 'fiserv'] as const)(
    'a customer has the methods of %s under our ids, without a token',
    async (processor) => {
      const company = await portal.company({ processor });
      const card = await addMethod(portal, company);
      const bank = await addMethod(portal, company, { kind: 'ach', brand: null, last4: '6789' });
      const other = processor === 'stripe' ? 'fiserv' : 'stripe';
      await addMethod(portal, company, { processor: other });
      await addMethod(portal, company, { state: 'removed' });
      await addMethod(portal, company, { state: 'disabled' });
      await addMethod(portal, company, { isSaved: false });
      const caller = await portal.signIn(company);
      const text = await (await caller.fetch(`private/debtor/${caller.customerId}`)).text();
      expect(text).not.toContain('sealed-token-of-the-processor');
      const self = await readSelf(caller);
      const lists = {
        stripe: self.paymentMethod.map((row) => [row.paymentMethodId, row.paymentMethod]),
        payengine: self.pePaymentMethods.map((row) => [row.token, row.paymentType]),
        fiserv: self.fiPaymentMethods.map((row) => [row.tokenData, row.sourceType]),
      };
      const kinds = {
        stripe: ['card', 'us_bank_account'],
        payengine: ['card', 'ach'],
        fiserv: ['PaymentToken', 'PaymentCheck'],
      }[processor];
      const expected = [
        [card.id, kinds[0]],
        [bank.id, kinds[1]],
      ];
      expect(lists[processor].toSorted()).toEqual(expected.toSorted());
      expect(Object.values(lists).flat()).toHaveLength(2);
    },
  );
});

const ADDRESS = {
  country: 'US',
  city: 'Portland',
  state: 'ME',
  address: '12 Commercial Street',
  formatted_address: '12 Commercial Street, Portland, ME 04101',
  postalCode: '04101',
  streetNumber: '12',
  unit: '',
  street: 'Commercial Street',
};

function put(caller: Caller, body: unknown) {
  return caller.call('debtor', { method: 'PUT', body });
}

describe('Updating the own profile (product §7.2)', () => {
  it('a profile update changes only the names, date of birth and address fields that were sent', async () => {
    const born = { year: 1988, month: 2, day: 29 };
    const { body } = await put(maya, { firstName: ' Maia ', dateOfBirth: born, address: ADDRESS });
    expect(body['debtor']).toMatchObject({
      firstName: 'Maia',
      lastName: 'Ortiz',
      dateOfBirth: born,
      address: ADDRESS,
    });
    expect((await put(maya, { dateOfBirth: null })).body['debtor']).toMatchObject({
      firstName: 'Maia',
      dateOfBirth: null,
      address: ADDRESS,
    });
  });

  it.each([
    ['a reference', { customerRef: 'C-2' }],
    ['auto-pay', { isAutoPayActive: true }],
    ['an email address', { emailPrimary: { value: 'eve@example.com' } }],
    ['a name with a line break', { firstName: 'Maya\r\nBcc: eve@example.com' }],
    ['an empty name', { lastName: '   ' }],
    ['a day that is not', { dateOfBirth: { year: 2023, month: 2, day: 29 } }],
    ['a birth to come', { dateOfBirth: { year: 2026, month: 11, day: 16 } }],
    ['a foreign address', { address: { ...ADDRESS, country: 'DE' } }],
    ['part of an address', { address: { city: 'Portland' } }],
    ['an address with more', { address: { ...ADDRESS, planet: 'Earth' } }],
  ])('a profile update refuses %s', async (_what, body) => {
    const answer = await put(maya, body);
    expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  });

  it('a profile update is written to the audit trail without the values', async () => {
    const { rows } = await portal.pool.query(
      "select detail from audit where action = 'customer.changed' and company_id = $1 order by id",
      [harbor.companyId],
    );
    expect(rows[0]).toEqual({ detail: { fields: ['firstName', 'bornOn', 'address'] } });
  });
});
