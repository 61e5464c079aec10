import { customerUpdateSchema } from '@quittance/contract/customers/portal-schemas';
import { describe, expect, it } from 'vitest';
import { customer } from '../../../test/signed-in-world.ts';
import { errorsIn, toUpdate, toValues } from './details-form-values.ts';

const empty = toValues(customer());
const home = {
  ...empty,
  streetNumber: '12',
  street: 'Commercial St',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
};

describe('Details of a customer (product §3.2, §5.7)', () => {
  it('customer details are sent in the format of the server, with or without an address', () => {
    expect(customerUpdateSchema.parse(toUpdate(empty))).toMatchObject({ address: null });
    const sent = customerUpdateSchema.parse(toUpdate({ ...home, dateOfBirth: '1988-04-12' }));
    expect(sent).toMatchObject({
      dateOfBirth: { year: 1988, month: 4, day: 12 },
      address: {
        address: '12 Commercial St',
        formatted_address: '12 Commercial St, Portland, ME 04101, USA',
        unit: '',
      },
    });
  });

  it('customer details are loaded back into the form unchanged', () => {
    const address = toUpdate(home).address;
    expect(toValues(customer({ address }))).toEqual(home);
  });

  it.each([
    [{ ...empty, firstName: ' ' }, { firstName: 'First name is required' }],
    [{ ...home, city: '' }, { city: 'City is required' }],
    [{ ...home, postalCode: '4101' }, { postalCode: 'ZIP code is not valid' }],
    [home, {}],
    [empty, {}],
  ])('customer details are validated before they are sent', (values, errors) => {
    expect(errorsIn(values)).toEqual(errors);
  });
});
