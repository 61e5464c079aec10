import { cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { afterEach, describe, expect, it } from 'vitest';
import { company } from '../../../../test/fixtures.ts';
import { readAppearance } from '../appearance.ts';
import { payengine } from './payengine.ts';
import type { PayengineApi, PayengineFieldOptions } from './payengine-api.ts';

afterEach(() => {
  Reflect.deleteProperty(window, 'PayEngine');
});

async function readFields(kind: ChargeKind): Promise<Record<string, PayengineFieldOptions>> {
  const told: Record<string, PayengineFieldOptions> = {};
  const api: PayengineApi = {
    SecureFields: {
      create: async () => ({
        field: (_, options) => {
          told[options.name] = options;
          return undefined;
        },
        createCard: async () => null,
        createBankAccount: async () => null,
      }),
    },
    collectBrowserInfo: async () => '',
    perform3DSFlow: () => {},
  };
  Object.assign(window, { PayEngine: api });
  await payengine.mount({
    kind,
    data: company().processorData,
    use: { chargedCents: cents(10_320), isSaved: false },
    appearance: readAppearance(document.body),
    openSession: async () => null,
    containerId: (field) => field,
    walletContainerId: null,
  });
  return told;
}

describe('Fields of PayEngine (product §5.1, §5.2, §9.5)', () => {
  it('all card fields are required and validated, and the security code can have up to 4 digits', async () => {
    expect(await readFields('card')).toMatchObject({
      card_holder: { validations: ['required'] },
      card_number: { validations: ['required', 'validCardNumber'] },
      card_exp: { validations: ['required', 'validCardExpirationDate'] },
      card_cvc: { validations: ['required', 'validCardSecurityCode'], maxLength: 4 },
    });
  });

  it('the routing number, account number and both names of a bank account are required and validated', async () => {
    expect(await readFields('ach')).toMatchObject({
      routing_number: { type: 'number', validations: ['required', '/^[0-9]{9}$/'], maxLength: 9 },
      account_number: {
        type: 'number',
        validations: ['required', '/^[0-9]{6,17}$/'],
        maxLength: 17,
      },
      first_name: { validations: ['required'] },
      last_name: { validations: ['required'] },
    });
  });
});
