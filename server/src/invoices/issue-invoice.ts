import type { IsoDate } from '@quittance/contract/dates';
import {
  type CustomerId,
  type InvoiceId,
  invoiceIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import type {
  NewInvoice,
  NewLine,
  ProviderInvoice,
} from '@quittance/contract/invoices/provider-schemas';
import { type Cents, REQUEST_CENTS_MAX, ZERO } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { lineAmount, quantityParts, sumOfLines } from '@quittance/domain/billing/invoice-lines';
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice, openStatus } from '@quittance/domain/status/invoice-status';
import { findCompany } from '../companies/store.ts';
import {
  findNamedCustomers,
  requireCustomer,
  requirePresent,
} from '../customers/manage-customers.ts';
import { AppError, invalidField } from '../kernel/errors.ts';
import { decideEach, isAccepted, onlyOutcome } from '../kernel/outcomes.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { toNewColumns } from '../platform/database/field-columns.ts';
import { findOwners, insertRows } from '../platform/database/row-sets.ts';
import { together } from '../platform/database/transaction.ts';
import {
  auditChanges,
  insertAccepted,
  type NewSet,
  recordChanges,
} from '../platform/events/write-objects.ts';
import { type InvoiceRow, invoiceLines, invoices, requests } from '../schema/invoices.ts';
import { contracts, projects } from '../schema/projects.ts';
import { type LineRow, updateInvoiceColumns } from './invoice-records.ts';
import { showInvoice, toProviderInvoice } from './show-invoice.ts';
import { lockInvoice } from './store.ts';

type InvoiceAmounts = { total?: Cents | undefined; lines?: readonly NewLine[] | undefined };

export const outOfRange = (totalCents: Cents) =>
  invalidField(
    'lines',
    `Their sum is ${totalCents} cents. Expected at least 1 and at most ${REQUEST_CENTS_MAX}.`,
  );

export const notTheSum = (field: string, totalCents: Cents) =>
  invalidField(field, `Must equal the sum of the lines, ${totalCents} cents.`);

/** The total is given or computed from the lines. If both are given, they must agree. */
export function computeAmounts({ total, lines = [] }: InvoiceAmounts): {
  totalCents: Cents;
  taxCents: Cents;
} {
  if (lines.length === 0) {
    if (total === undefined) throw invalidField('total', 'Name the total, or lines.');
    return { totalCents: total, taxCents: ZERO };
  }
  const { totalCents, taxCents } = sumOfLines(lines);
  if (totalCents < 1 || totalCents > REQUEST_CENTS_MAX) throw outOfRange(totalCents);
  if (total !== undefined && total !== totalCents) throw notTheSum('total', totalCents);
  return { totalCents, taxCents };
}

type Billing = Pick<InvoiceRow, 'companyId' | 'id' | 'customerId'>;

export function toLineRows(
  { companyId, id: invoiceId, customerId }: Billing,
  lines: readonly NewLine[] = [],
): LineRow[] {
  return lines.map((line, index) => ({
    companyId,
    invoiceId,
    customerId,
    position: index + 1,
    text: line.text,
    quantity: quantityParts(line.quantity),
    unitPriceCents: line.unitPrice,
    amountCents: lineAmount(line),
    taxCents: line.tax,
  }));
}

export async function findToday(tx: Tx, { clock }: ProviderDeps, { companyId }: Actor) {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a key belongs to a company');
  return clock.today(company.timeZone);
}

type Owners = Awaited<ReturnType<typeof findReferredOwners>>;

async function findReferredOwners(tx: Tx, { companyId }: Actor, inputs: readonly NewInvoice[]) {
  const projectIds = inputs.flatMap(({ projectId }) => projectId ?? []);
  const contractIds = inputs.flatMap(({ contractId }) => contractId ?? []);
  const [ofProjects, ofContracts] = await together([
    findOwners(tx, projects, { companyId, ids: projectIds }),
    findOwners(tx, contracts, { companyId, ids: contractIds }),
  ]);
  return { ofProjects, ofContracts };
}

/** A project or contract of another customer counts as not found. */
function refuseForeign(
  customerId: CustomerId,
  { projectId, contractId }: NewInvoice,
  { ofProjects, ofContracts }: Owners,
): void {
  if (projectId && ofProjects.get(projectId) !== customerId) {
    throw invalidField('projectId', 'No project of this customer has this ID.');
  }
  if (contractId && ofContracts.get(contractId) !== customerId) {
    throw invalidField('contractId', 'No contract of this customer has this ID.');
  }
}

function insertRequests(
  tx: Tx,
  { entropy }: ProviderDeps,
  added: readonly (typeof invoices.$inferInsert)[],
): void {
  const rows = added.map(({ companyId, id: invoiceId, customerId, createdAt }) => ({
    companyId,
    id: requestIdSchema.parse(entropy.uuid()),
    customerId,
    kind: 'INVOICE' as const,
    invoiceId,
    createdAt,
  }));
  insertRows(tx, requests, rows);
}

function toFirstStatus(
  { isDraft, dueDate }: NewInvoice,
  isPaid: boolean,
  today: IsoDate,
): InvoiceStatus {
  if (isDraft) return 'DRAFT';
  return isPaid ? 'COLLECTED' : openStatus({ dueDate, today });
}

export async function createInvoices(
  tx: Tx,
  deps: ProviderDeps,
  { actor, inputs, options = {} }: NewSet<NewInvoice>,
) {
  const { companyId } = actor;
  const { clock, entropy } = deps;
  const customers = await findNamedCustomers(tx, actor, inputs);
  const owners = await findReferredOwners(tx, actor, inputs);
  const today = await findToday(tx, deps, actor);
  const createdAt = clock.now();
  const decided = decideEach(inputs, (input, index) => {
    const { id: customerId } = requirePresent(customers[index]);
    refuseForeign(customerId, input, owners);
    const amounts = computeAmounts(input);
    const { paidBefore = ZERO } = input;
    if (paidBefore > amounts.totalCents) {
      throw invalidField('paidBefore', `Expected at most the total, ${amounts.totalCents} cents.`);
    }
    return {
      companyId,
      id: invoiceIdSchema.parse(entropy.uuid()),
      customerId,
      projectId: input.projectId ?? null,
      contractId: input.contractId ?? null,
      internalRef: entropy.uuid(),
      ...toNewColumns(INVOICE_FIELDS, input),
      ...amounts,
      paidCents: paidBefore,
      paidBeforeCents: paidBefore,
      openedOn: input.openedDate ?? today,
      status: toFirstStatus(input, paidBefore === amounts.totalCents, today),
      createdAt,
    };
  });
  const outcomes = await insertAccepted(tx, invoices, { outcomes: decided, options });
  const added = outcomes.filter(isAccepted);
  if (options.isDryRun || added.length === 0) return outcomes;
  insertRequests(tx, deps, added);
  const lines = outcomes.flatMap((outcome, index) =>
    isAccepted(outcome) ? toLineRows(outcome, inputs[index]?.lines) : [],
  );
  insertRows(tx, invoiceLines, lines);
  const isDraft = ({ status }: { status: InvoiceStatus }) => status === 'DRAFT';
  const described = added.map(({ id, status, totalCents }) => ({
    id,
    status,
    detail: { totalCents },
  }));
  // A draft is internal to the company until it is issued.
  const drafts = described.filter(isDraft);
  await auditChanges(tx, deps, { actor, action: 'invoice.drafted', objects: drafts });
  const objects = described.filter((row) => !isDraft(row));
  await recordChanges(tx, deps, { actor, action: 'invoice.issued', objects, options });
  return outcomes;
}

/** The columns that have no value yet. */
const UNTOUCHED = {
  negotiation: null,
  voidedAt: null,
  waivedCents: ZERO,
  creditedCents: ZERO,
  refundedCents: ZERO,
  owedAgainCents: ZERO,
  updatedAt: null,
} as const;

export async function createInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, input }: { actor: Actor; input: NewInvoice },
): Promise<ProviderInvoice> {
  const row = onlyOutcome(await createInvoices(tx, deps, { actor, inputs: [input] }));
  const shown = { ...row, ...UNTOUCHED };
  return toProviderInvoice(shown, toLineRows(row, input.lines));
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
  const today = await findToday(tx, deps, actor);
  const issued = moveInvoice({ status, event: 'issued', dueDate, today, statusBefore });
  const change = { status: issued, version: version + 1, updatedAt: deps.clock.now() };
  const row = await updateInvoiceColumns(tx, key, change);
  await recordChanges(tx, deps, { actor, action: 'invoice.issued', objects: [{ id: invoiceId }] });
  return showInvoice(tx, row);
}
