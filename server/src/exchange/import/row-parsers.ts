/**
 * Parses rows of each kind into rows to stage. Runs in a child process, so it imports only types from the storage
 * modules.
 */

import { newCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import type { ImportKindName } from '@quittance/contract/exchange/import-schemas';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { newInvoiceSchema, newLineSchema } from '@quittance/contract/invoices/provider-schemas';
import { subtractCents, ZERO } from '@quittance/contract/money';
import {
  newContractSchema,
  newEstimateSchema,
  newOrderSchema,
  newProjectSchema,
} from '@quittance/contract/projects/provider-schemas';
import { quantityParts } from '@quittance/domain/billing/invoice-lines';
import { invariant } from '@quittance/domain/invariant';
import { z } from 'zod';
import { toNewColumns } from '../../platform/database/field-columns.ts';
import { type FileRow, optionalCents, RowRefused, toCents, toSignedCents } from './rows.ts';
import type { StagedContract } from './staged-contracts.ts';
import { type StagedCustomer, toCopyContacts, toCopyEmails } from './staged-customers.ts';
import type { StagedItem } from './staged-estimates.ts';
import type { StagedInvoice } from './staged-invoices.ts';
import type { StagedLine } from './staged-lines.ts';
import type { StagedOrder } from './staged-orders.ts';
import type { StagedProject } from './staged-projects.ts';

/**
 * `today`, in the company's calendar, is used for an invoice without a date.
 *
 * @throws ZodError, RowRefused
 */
type ParseRow = (row: FileRow, today: IsoDate) => object;

/** The schemas of the API name alternatives that a file does not have. */
function refuseMissing({ fields }: FileRow, ...names: readonly string[]): void {
  const missing = names.filter((name) => fields[name] === undefined);
  if (missing.length > 0) {
    throw new RowRefused(missing.map((name) => `${name}: is missing`).join('; '));
  }
}

const BUSINESS =
  /[&\d]|\b(?:inc|llc|llp|ltd|limited|corp|corporation|co|company|gmbh|ag|s\.?a|bv|plc|group|services)\.?$/i;

/** 'Ada Pine', 'Pine, Ada' and 'Moss Ltd'. Pages and emails show the same text as the file. */
function toNames(fullName: string) {
  const [last = '', first] = fullName.split(/\s*,\s*/);
  if (BUSINESS.test(fullName) || !fullName.includes(' ')) return { businessName: fullName };
  if (first) return { firstName: first, lastName: last };
  const words = fullName.split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

function parseCustomer({ line, fields: { fullName, ...fields } }: FileRow): StagedCustomer {
  const isNamed = ['firstName', 'lastName', 'businessName'].some((name) => name in fields);
  const names = fullName === undefined || isNamed ? {} : toNames(fullName);
  const { copyEmails, ...others } = fields;
  const plain = { ...others, ...names };
  const copyContacts = copyEmails === undefined ? undefined : toCopyContacts(copyEmails);
  const customer = newCustomerSchema.parse({ ...plain, copyContacts });
  return {
    line,
    customerRef: customer.customerRef,
    externalRef: customer.externalRef,
    firstName: customer.firstName,
    lastName: customer.lastName,
    businessName: customer.businessName ?? undefined,
    email: customer.email ?? undefined,
    phone: customer.phone ?? undefined,
    language: customer.language ?? undefined,
    copyEmails: customer.copyContacts && toCopyEmails(customer.copyContacts),
  };
}

function parseProject(row: FileRow): StagedProject {
  refuseMissing(row, 'customerRef');
  const { line, fields } = row;
  const project = newProjectSchema.parse(fields);
  return {
    line,
    customerRef: project.customerRef ?? '',
    projectRef: project.projectRef,
    name: project.name,
    status: fields['status'] === undefined ? undefined : project.status,
    startedOn: project.startedOn,
  };
}

function parseContract(row: FileRow): StagedContract {
  refuseMissing(row, 'customerRef');
  const { line } = row;
  const { amount, ...fields } = row.fields;
  const contract = newContractSchema.parse({ ...fields, ...optionalCents('amount', amount) });
  return {
    line,
    customerRef: contract.customerRef ?? '',
    contractRef: contract.contractRef,
    typeName: contract.typeName,
    status: fields['status'] === undefined ? undefined : contract.status,
    amountCents: contract.amount,
    signedOn: contract.signedOn,
  };
}

const inProjectSchema = z.object({ projectRef: z.string('is missing') });

function parseOrder({
  line,
  fields: { projectRef: given, total, ...fields },
}: FileRow): StagedOrder {
  const { projectRef } = inProjectSchema.parse({ projectRef: given });
  const order = newOrderSchema.parse({ ...fields, ...optionalCents('total', total) });
  return {
    line,
    projectRef,
    orderRef: order.orderRef,
    name: order.name,
    status: fields['status'] === undefined ? undefined : order.status,
    totalCents: order.total,
  };
}

const ofEstimateSchema = newEstimateSchema.omit({ items: true }).partial({
  memo: true,
  expiresOn: true,
});
const itemSchema = newEstimateSchema.shape.items.element;

/** Each row is one item. Fields of the whole estimate need to be in only one of its rows. */
function parseItem({
  line,
  fields: { projectRef: given, item, amount, ...fields },
}: FileRow): StagedItem {
  const { projectRef } = inProjectSchema.parse({ projectRef: given });
  const { estimateRef, memo, expiresOn } = ofEstimateSchema.parse(fields);
  const priced = itemSchema.parse({ name: item, ...optionalCents('amount', amount) });
  return {
    line,
    projectRef,
    estimateRef,
    memo,
    expiresOn,
    item: priced.name,
    amountCents: priced.amount,
  };
}

/** Money that the portal received is recorded only through payments. */
function refusePaid(paid: string | undefined): void {
  if (paid === undefined || toCents('paid', paid) === ZERO) return;
  throw new RowRefused(
    'paid: choose paidBefore for what was paid before you used the portal, and record other payments',
  );
}

/** The difference between the total and what is left of it. */
function toPaidBefore(total: string | undefined, left: string | undefined) {
  if (total === undefined || left === undefined || total === left) return {};
  const paidBefore = subtractCents(toCents('total', total), toCents('balance', left));
  if (paidBefore < 0) throw new RowRefused('balance: is more than the total');
  return paidBefore === 0 ? {} : { paidBefore };
}

function parseInvoice(row: FileRow, today: IsoDate): StagedInvoice {
  const { line, fields } = row;
  const { balance, total = balance, paid, paidBefore, projectRef, contractRef, ...texts } = fields;
  if (total === undefined) refuseMissing(row, 'customerRef', 'total');
  refuseMissing(row, 'customerRef');
  refusePaid(paid);
  const left = balance === undefined || paidBefore !== undefined ? total : balance;
  const amounts = {
    ...optionalCents('total', total),
    ...optionalCents('paidBefore', paidBefore),
    ...toPaidBefore(total, left),
  };
  const invoice = newInvoiceSchema.parse({ ...texts, ...amounts });
  const { openedDate = today, customerRef = '' } = invoice;
  invariant(invoice.total !== undefined, 'an invoice without lines has a total');
  return {
    line,
    customerRef,
    projectRef,
    contractRef,
    ...toNewColumns(INVOICE_FIELDS, invoice),
    totalCents: invoice.total,
    paidBeforeCents: invoice.paidBefore,
    openedOn: openedDate,
  };
}

const placeSchema = z.object({
  accountRef: z.string('is missing'),
  position: z.coerce.number('is not a whole number').pipe(z.int().min(1)),
});

function parseLine({ line, fields }: FileRow): StagedLine {
  const { text, quantity, unitPrice, tax } = fields;
  const { accountRef, position } = placeSchema.parse(fields);
  const billed = newLineSchema.parse({
    text,
    ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
    ...(unitPrice === undefined ? {} : { unitPrice: toSignedCents('unitPrice', unitPrice) }),
    ...optionalCents('tax', tax),
  });
  return {
    line,
    accountRef,
    position,
    text: billed.text,
    quantity: quantityParts(billed.quantity),
    unitPriceCents: billed.unitPrice,
    taxCents: billed.tax,
  };
}

export const ROW_PARSERS: Readonly<Record<ImportKindName, ParseRow>> = {
  customers: parseCustomer,
  projects: parseProject,
  contracts: parseContract,
  orders: parseOrder,
  estimates: parseItem,
  invoices: parseInvoice,
  lines: parseLine,
};
