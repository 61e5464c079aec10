/**
 * The columns of an import file for each kind: the entity's plain fields, and additional columns such as
 * references.
 */
import { CONTACT_FIELDS, CUSTOMER_FIELDS } from '../customers/fields.ts';
import type { Field, FieldList } from '../fields.ts';
import { formatMoney } from '../format.ts';
import { INVOICE_FIELDS } from '../invoices/fields.ts';
import { cents } from '../money.ts';
import {
  CONTRACT_FIELDS,
  ESTIMATE_FIELDS,
  ORDER_FIELDS,
  PROJECT_FIELDS,
} from '../projects/fields.ts';
import { IMPORT_ALIASES } from './import-aliases.ts';
import type { ImportKindName } from './import-schemas.ts';

export type ImportColumns = {
  names: readonly string[];
  /** A file without one of these columns is refused. */
  required: readonly string[];
  dates: readonly string[];
  amounts: readonly string[];
  /** Other names of each column, the preferred first. */
  aliases: Readonly<Record<string, readonly string[]>>;
};

type OtherColumns = { required?: readonly string[]; optional?: readonly string[] };

/** Amounts and quantities, in which a comma may be the decimal separator. */
const AMOUNTS = [
  'amount',
  'total',
  'balance',
  'paid',
  'paidBefore',
  'quantity',
  'unitPrice',
  'tax',
];

/** With amounts comes `currency`, which must be the dollar. */
function columns(
  fields: FieldList,
  { required = [], optional = [] }: OtherColumns = {},
): ImportColumns {
  const imported = Object.entries<Field>(fields).filter(([, field]) => field.isImported !== false);
  const amounts = AMOUNTS.filter((name) => [...required, ...optional].includes(name));
  const others = [...required, ...optional, ...(amounts.length > 0 ? ['currency'] : [])];
  const names = [...imported.map(([name]) => name), ...others];
  return {
    names,
    required: [
      ...imported.filter(([, { create }]) => create === 'required').map(([name]) => name),
      ...required,
    ],
    dates: imported.filter(([, { input }]) => input === 'date').map(([name]) => name),
    amounts,
    aliases: Object.fromEntries(names.map((name) => [name, IMPORT_ALIASES[name] ?? []])),
  };
}

export const IMPORT_COLUMNS: Readonly<Record<ImportKindName, ImportColumns>> = {
  /**
   * `fullName` is that of a person or a business, if the file has no columns for them. `copyEmails`: addresses of contacts with the role COPY, separated by semicolons.
   */
  customers: columns(
    { ...CUSTOMER_FIELDS, ...CONTACT_FIELDS },
    { optional: ['fullName', 'copyEmails'] },
  ),
  projects: columns(PROJECT_FIELDS, { required: ['customerRef'], optional: ['status'] }),
  contracts: columns(CONTRACT_FIELDS, {
    required: ['customerRef'],
    optional: ['status', 'amount'],
  }),
  orders: columns(ORDER_FIELDS, { required: ['projectRef'], optional: ['status', 'total'] }),
  /** Each row is one item of an estimate. Its fields need to be in one row only. */
  estimates: columns(ESTIMATE_FIELDS, { required: ['projectRef', 'item', 'amount'] }),
  /**
   * `balance`: what is left of the total. `paidBefore`: paid before the company used the portal. `paid` must be 0, because money is recorded only through
   * payments.
   */
  invoices: columns(INVOICE_FIELDS, {
    required: ['customerRef'],
    optional: ['projectRef', 'contractRef', 'total', 'balance', 'paidBefore', 'paid'],
  }),
  lines: columns(
    {},
    { required: ['accountRef', 'position'], optional: ['text', 'quantity', 'unitPrice', 'tax'] },
  ),
};

/** For people. The amounts of a report are in cents. */
export function formatChanged(field: string, value: string): string {
  return AMOUNTS.includes(field) && value !== '' ? formatMoney(cents(Number(value))) : value;
}
