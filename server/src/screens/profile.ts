/** The customer's own data, and the fields that the customer may change. */

import type {
  Customer,
  CustomerUpdate,
  DateOfBirth,
} from '@quittance/contract/customers/portal-schemas';
import { compareDates, type IsoDate, isoDate } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import type { CompanyRow } from '../companies/store.ts';
import { listContacts } from '../customers/contacts.ts';
import {
  asCustomer,
  auditAsCustomer,
  readAsCustomer,
  requireSameCustomer,
} from '../customers/customer-scope.ts';
import {
  type CustomerChange,
  findCustomer,
  listSavedMethods,
  updateCustomer as updateRow,
} from '../customers/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { listMethodUses } from '../ledger/method-uses.ts';
import { methodDetails } from '../methods/method-line.ts';
import type { Tx } from '../platform/database/database.ts';
import type { SavedMethodLists, SavedMethodRow } from '../processors/processor-module.ts';
import { PROCESSOR_MODULES } from '../processors/registry.ts';

function dateOfBirth(bornOn: IsoDate | null): DateOfBirth | null {
  if (!bornOn) return null;
  const [year = 0, month = 0, day = 0] = bornOn.split('-').map(Number);
  return { year, month, day };
}

const NO_METHODS: SavedMethodLists = {
  paymentMethod: [],
  pePaymentMethods: [],
  fiPaymentMethods: [],
};

async function loadMethods(tx: Tx, customer: CustomerOfCompany): Promise<SavedMethodRow[]> {
  const { processor } = customer.company;
  const uses = await listMethodUses(tx, customer);
  const rows = await listSavedMethods(tx, customer, processor);
  return rows.map((method) => {
    const { id, kind, brand, last4 } = method;
    const use = uses.find(({ methodId }) => methodId === id);
    const details = {
      ...methodDetails(method, customer.today),
      ...(use?.lastUsedAt ? { lastUsedAt: use.lastUsedAt } : {}),
      ...(use?.hasLostDispute ? ({ isPayNowOnly: true } as const) : {}),
    };
    return { id, kind, brand, last4, details };
  });
}

type CustomerOfCompany = {
  companyId: CompanyRow['companyId'];
  customerId: CustomerId;
  company: CompanyRow;
  today: IsoDate;
};

/** Reads in the caller's transaction, so that an update can return the updated customer. */
async function loadCustomer(tx: Tx, customer: CustomerOfCompany): Promise<Customer> {
  const row = await findCustomer(tx, customer);
  if (!row) throw new AppError('NOT_FOUND');
  const contacts = await listContacts(tx, customer);
  const { processor } = customer.company;
  const methods = await loadMethods(tx, customer);
  const primary = (type: 'EMAIL' | 'PHONE') => {
    const contact = contacts.find((item) => item.type === type && item.isPrimary);
    return contact ? { value: contact.value } : null;
  };
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    emailPrimary: primary('EMAIL'),
    phonePrimary: primary('PHONE'),
    dateOfBirth: dateOfBirth(row.bornOn),
    customerRef: row.customerRef,
    internalRef: row.internalRef,
    address: row.address,
    language: row.language,
    ...NO_METHODS,
    ...PROCESSOR_MODULES[processor].savedMethods(methods),
    autoPayPMID: row.autoPayMethodId,
    credit: row.creditCents,
    isAutoPayActive: row.isAutoPayActive,
  };
}

export function readCustomer(
  deps: Deps,
  principal: CustomerPrincipal,
  customerId: CustomerId,
): Promise<Customer> {
  requireSameCustomer(principal, customerId);
  return readAsCustomer(deps, principal, (tx, company) =>
    loadCustomer(tx, { ...principal, company, today: deps.clock.today(company.timeZone) }),
  );
}

function toBirthDate({ year, month, day }: DateOfBirth, today: IsoDate): IsoDate {
  const pad = (value: number) => String(value).padStart(2, '0');
  const bornOn = isoDate(`${year}-${pad(month)}-${pad(day)}`);
  if (compareDates(bornOn, today) > 0) {
    throw new AppError('INVALID_REQUEST', { details: { fields: ['/dateOfBirth'] } });
  }
  return bornOn;
}

function toChange(update: CustomerUpdate, today: IsoDate): CustomerChange {
  const { firstName, lastName, dateOfBirth: born, address, language } = update;
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(born === undefined ? {} : { bornOn: born && toBirthDate(born, today) }),
    ...(address === undefined ? {} : { address }),
    ...(language === undefined ? {} : { language }),
  };
}

export function updateCustomer(
  deps: Deps,
  principal: CustomerPrincipal,
  update: CustomerUpdate,
): Promise<Customer> {
  return asCustomer(deps, principal, async (tx, company) => {
    const today = deps.clock.today(company.timeZone);
    const change = toChange(update, today);
    const fields = Object.keys(change);
    if (fields.length > 0) {
      await updateRow(tx, principal, { ...change, updatedAt: deps.clock.now() });
      const subject = `customer:${principal.customerId}`;
      const action = 'customer.changed';
      await auditAsCustomer(tx, deps, { principal, action, subject, detail: { fields } });
    }
    return loadCustomer(tx, { ...principal, company, today });
  });
}
