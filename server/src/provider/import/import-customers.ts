/** Customers of a file: new ones are inserted together, changed ones go through the use case. */
import { type CustomerChange, newCustomerSchema } from '@quittance/contract/provider/customers';
import {
  CUSTOMER_TYPES,
  insertJudgedCustomers,
  judgeCustomers,
  listGivenCustomers,
  type StagedCustomer,
} from '../../storage/provider/import/staged-customers.ts';
import { changeCustomer } from '../customers.ts';
import { applyEach } from './apply-changes.ts';
import type { ImportKind } from './import-rows.ts';
import { differenceOf, type FileRow } from './rows.ts';

const FIELDS = [
  'customerRef',
  'externalRef',
  'firstName',
  'lastName',
  'businessName',
  'email',
  'phone',
] as const;

function parse({ line, fields }: FileRow): StagedCustomer {
  const customer = newCustomerSchema.parse(fields);
  return {
    line,
    customerRef: customer.customerRef,
    externalRef: customer.externalRef ?? null,
    firstName: customer.firstName ?? null,
    lastName: customer.lastName ?? null,
    businessName: customer.businessName ?? null,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
  };
}

export const CUSTOMER_IMPORT: ImportKind<StagedCustomer> = {
  fields: FIELDS,
  parse,
  staging: { types: CUSTOMER_TYPES, keys: ['customerRef'], sharedBy: 'customerRef' },
  judge: judgeCustomers,
  adding: {
    table: 'customers',
    insert: insertJudgedCustomers,
    takenCode: 'COSTUMER_REF_ALREADY_USED',
  },
  async change(tx, deps, { actor, places }) {
    const all = await listGivenCustomers(tx, actor.companyId, places);
    return applyEach(all, async ({ line, customerId, given, stored }) => {
      const { change, shown } = differenceOf<CustomerChange>(stored, given);
      await changeCustomer(tx, deps, { actor, customerId, change });
      return { line, ref: given.customerRef, fields: shown };
    });
  },
  repeated: (firstLine) => `names the same customer as line ${firstLine}`,
};
