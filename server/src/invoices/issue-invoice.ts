/** A company issues an invoice, or stores a draft and issues it later. */

import { type InvoiceId, invoiceIdSchema, requestIdSchema } from '@quittance/contract/ids';
import type {
  NewInvoice,
  NewLine,
  ProviderInvoice,
} from '@quittance/contract/invoices/provider-schemas';
import { type Cents, REQUEST_CENTS_MAX, ZERO } from '@quittance/contract/money';
import { lineAmount, quantityParts, sumOfLines } from '@quittance/domain/billing/invoice-lines';
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice, openStatus } from '@quittance/domain/status/invoice-status';
import { findCompany } from '../companies/store.ts';
import {
  type CustomerRow,
  findCustomerByNumber,
  findCustomerRow,
} from '../customers/customer-records.ts';
import { refuseErased } from '../customers/manage-customers.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { contracts, projects } from '../schema/projects.ts';
import {
  insertInvoice,
  type LineColumns,
  replaceLines,
  updateInvoiceColumns,
} from './invoice-records.ts';
import { showInvoice } from './show-invoice.ts';
import { lockInvoice } from './store.ts';

type Billed = { total?: Cents | undefined; lines?: readonly NewLine[] | undefined };

function invalid(field: string): AppError {
  return new AppError('INVALID_REQUEST', { details: { fields: [field] } });
}

/** The total is given, or follows from the lines; where both are there, they must agree. */
export function amountsOf({ total, lines = [] }: Billed): { totalCents: Cents; taxCents: Cents } {
  if (lines.length === 0) {
    if (total === undefined) throw invalid('/total');
    return { totalCents: total, taxCents: ZERO };
  }
  const { totalCents, taxCents } = sumOfLines(lines);
  if (totalCents < 1 || totalCents > REQUEST_CENTS_MAX) throw invalid('/lines');
  if (total !== undefined && total !== totalCents) throw invalid('/total');
  return { totalCents, taxCents };
}

export function lineColumns(lines: readonly NewLine[]): LineColumns[] {
  return lines.map((line, index) => ({
    position: index + 1,
    text: line.text,
    quantity: quantityParts(line.quantity),
    unitPriceCents: line.unitPrice,
    amountCents: lineAmount(line),
    taxCents: line.tax,
  }));
}

type Named = Pick<NewInvoice, 'customerId' | 'customerRef'>;

export async function requireCustomer(
  tx: Tx,
  { companyId }: Actor,
  { customerId, customerRef }: Named,
) {
  const customer =
    customerId === undefined
      ? await findCustomerByNumber(tx, { companyId, customerRef: customerRef ?? '' })
      : await findCustomerRow(tx, { companyId, customerId });
  if (!customer) throw new AppError('DEBTOR_NOT_FOUND');
  refuseErased(customer);
  return customer;
}

export async function todayOf(tx: Tx, { clock }: ProviderDeps, { companyId }: Actor) {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a key belongs to a company');
  return clock.today(company.timeZone);
}

/** A project or contract of another customer is not found. */
async function refuseForeign(
  tx: Tx,
  { companyId, id: customerId }: CustomerRow,
  { projectId, contractId }: NewInvoice,
): Promise<void> {
  const project = projectId && (await findRow(tx, projects, { companyId, id: projectId }));
  if (projectId && (!project || project.customerId !== customerId)) throw invalid('/projectId');
  const contract = contractId && (await findRow(tx, contracts, { companyId, id: contractId }));
  if (contractId && (!contract || contract.customerId !== customerId)) throw invalid('/contractId');
}

export async function createInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, input }: { actor: Actor; input: NewInvoice },
): Promise<ProviderInvoice> {
  const { companyId } = actor;
  const { clock, entropy } = deps;
  const customer = await requireCustomer(tx, actor, input);
  const today = await todayOf(tx, deps, actor);
  const [id, createdAt] = [invoiceIdSchema.parse(entropy.uuid()), clock.now()];
  const customerId = customer.id;
  await refuseForeign(tx, customer, input);
  const invoice = await insertInvoice(tx, {
    invoice: {
      companyId,
      id,
      customerId,
      projectId: input.projectId ?? null,
      contractId: input.contractId ?? null,
      accountRef: input.accountRef,
      externalRef: input.externalRef ?? null,
      internalRef: entropy.uuid(),
      productName: input.productName,
      description: input.description ?? null,
      poNumber: input.poNumber ?? null,
      note: input.note ?? null,
      ...amountsOf(input),
      paidCents: ZERO,
      dueOn: input.dueDate,
      openedOn: input.openedDate ?? today,
      status: input.isDraft ? 'DRAFT' : openStatus({ dueDate: input.dueDate, today }),
      createdAt,
    },
    request: {
      companyId,
      id: requestIdSchema.parse(entropy.uuid()),
      customerId,
      kind: 'INVOICE',
      invoiceId: id,
      createdAt,
    },
  });
  await replaceLines(tx, { companyId, id, customerId }, lineColumns(input.lines ?? []));
  const action = input.isDraft ? 'invoice.drafted' : 'invoice.issued';
  const detail = { totalCents: invoice.totalCents };
  await recordAction(tx, deps, { actor, action, subject: `invoice:${id}`, detail });
  if (!input.isDraft) {
    recordEvent(tx, { companyId, type: 'invoice.issued', objectId: id, at: createdAt });
  }
  return showInvoice(tx, invoice);
}

export async function issueInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId }: { actor: Actor; invoiceId: InvoiceId },
): Promise<ProviderInvoice> {
  const { companyId } = actor;
  const key = { companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const { status, statusBefore, dueOn: dueDate, voidedAt, version } = invoice;
  if (status !== 'DRAFT' || voidedAt !== null) throw new AppError('INVOICE_NOT_CHANGEABLE');
  await requireCustomer(tx, actor, { customerId: invoice.customerId });
  const today = await todayOf(tx, deps, actor);
  const issued = moveInvoice({ status, event: 'issued', dueDate, today, statusBefore });
  const row = await updateInvoiceColumns(tx, key, { status: issued, version: version + 1 });
  await recordAction(tx, deps, {
    actor,
    action: 'invoice.issued',
    subject: `invoice:${invoiceId}`,
  });
  const at = deps.clock.now();
  recordEvent(tx, { companyId, type: 'invoice.issued', objectId: invoiceId, at });
  return showInvoice(tx, row);
}
