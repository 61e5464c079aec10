/** Columns of an imported file by kind: the plain fields of the entity, and what else its rows name. */
import { CONTACT_FIELDS, CUSTOMER_FIELDS } from '../customers/fields.ts';
import type { Field, FieldList } from '../fields.ts';
import { INVOICE_FIELDS } from '../invoices/fields.ts';
import {
  CONTRACT_FIELDS,
  ESTIMATE_FIELDS,
  ORDER_FIELDS,
  PROJECT_FIELDS,
} from '../projects/fields.ts';
import type { ImportKindName } from './import-schemas.ts';

export type ImportColumns = {
  /** As the provider API calls them; case, spaces and underscores do not matter. */
  names: readonly string[];
  /** Names of those that hold dates. */
  dates: readonly string[];
  /** Other names → names. */
  aliases: Readonly<Record<string, string>>;
};

function columns(fields: FieldList, ...others: readonly string[]): ImportColumns {
  const imported = Object.entries<Field>(fields).filter(([, field]) => field.isImported !== false);
  return {
    names: [...imported.map(([name]) => name), ...others],
    dates: imported.filter(([, { input }]) => input === 'date').map(([name]) => name),
    aliases: Object.fromEntries(
      imported.flatMap(([name, field]) => (field.aliases ?? []).map((alias) => [alias, name])),
    ),
  };
}

export const IMPORT_COLUMNS: Readonly<Record<ImportKindName, ImportColumns>> = {
  customers: columns({ ...CUSTOMER_FIELDS, ...CONTACT_FIELDS }),
  projects: columns(PROJECT_FIELDS, 'customerRef', 'status'),
  contracts: columns(CONTRACT_FIELDS, 'customerRef', 'status', 'amount'),
  orders: columns(ORDER_FIELDS, 'projectRef', 'status', 'total'),
  /** A row is an item. */
  estimates: columns(ESTIMATE_FIELDS, 'projectRef', 'item', 'amount'),
  /** `paid` only as 0: money is booked by a payment. */
  invoices: columns(INVOICE_FIELDS, 'customerRef', 'projectRef', 'contractRef', 'total', 'paid'),
  lines: columns({}, 'accountRef', 'position', 'text', 'quantity', 'unitPrice', 'tax'),
};
