/**
 * The columns of an import file for each kind: the entity's plain fields, and additional columns such as
 * references.
 */
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
  names: readonly string[];
  dates: readonly string[];
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
  /** Each row is one item of an estimate. */
  estimates: columns(ESTIMATE_FIELDS, 'projectRef', 'item', 'amount'),
  /** `paid` must be 0, because money is recorded only through payments. */
  invoices: columns(INVOICE_FIELDS, 'customerRef', 'projectRef', 'contractRef', 'total', 'paid'),
  lines: columns({}, 'accountRef', 'position', 'text', 'quantity', 'unitPrice', 'tax'),
};
