/** An invoice with the request it is paid through, its payments, and its plan or schedule. */
import { type InvoiceId, invoiceIdSchema, requestIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { payableOf } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import { openStatus } from '@quittance/domain/status/invoice-status';
import type { Negotiation } from '@quittance/server/storage/schema/invoices';
import { type DemoInvoice, type DemoPayment, usd } from './demo-data.ts';
import type { InvoiceInsert } from './demo-rows.ts';
import { dayOf, type Folder, named, type Pen, timeOn } from './seed-context.ts';
import { writePlan, writeSchedule } from './write-arrangement.ts';
import { type ChargeEnd, type DemoCharge, writeCharge } from './write-charge.ts';
import { writeMandate } from './write-mandate.ts';

const ENDS = {
  SUCCESS: 'SUCCEEDED',
  FAILED: 'FAILED',
  PENDING: 'PENDING',
  RETURN: 'RETURNED',
} as const satisfies Record<DemoPayment['outcome'], ChargeEnd>;

function wayOf({ methods }: Folder, by: string): DemoCharge['way'] {
  return by === 'cash' || by === 'negotiation' ? by : named(methods, by);
}

function chargeOf(
  pen: Pen,
  folder: Folder,
  { payment, totalCents }: { payment: DemoPayment; totalCents: Cents },
): DemoCharge {
  const amountCents = usd(payment.amount);
  const way = wayOf(folder, payment.by);
  const date = dayOf(pen, -payment.daysAgo);
  const at = timeOn(pen, date, payment.at);
  const isWhole = amountCents === totalCents;
  const common = {
    at,
    end: ENDS[payment.outcome],
    amountCents,
    way,
    purpose: isWhole ? ('FULL_AMOUNT' as const) : ('PARTIAL' as const),
    option: isWhole ? ('PAY_IN_FULL' as const) : null,
    ...(payment.reason ? { reason: payment.reason } : {}),
  };
  if (way === 'negotiation') return { ...common, feeCents: ZERO, type: 'COMPENSATION' };
  const type = isWhole ? 'PAYMENT' : 'CHARGE';
  if (way === 'cash') return { ...common, feeCents: ZERO, type };
  const feeCents = feeFor({ kind: way.kind, amountCents, company: pen.company }).fee;
  if (way.kind === 'card') return { ...common, feeCents, type };
  const terms = { purpose: common.purpose, amountCents, feeCents, date };
  return { ...common, feeCents, type, mandateId: writeMandate(pen, { terms, method: way, at }) };
}

function paidBy(charges: readonly DemoCharge[]): Cents {
  const received = charges.filter((charge) => charge.end === 'SUCCEEDED');
  return addCents(...received.map((charge) => charge.amountCents));
}

/** The offer counts from when nothing was paid yet; a waiver among the payments has applied it. */
function negotiationOf({ negotiatedTo, payments = [] }: DemoInvoice): Negotiation | null {
  if (negotiatedTo === undefined) return null;
  const isApplied = payments.some((payment) => payment.by === 'negotiation');
  const amountCents = usd(negotiatedTo);
  return { isActive: true, isApplied, amountCents, paidBeforeCents: ZERO };
}

function invoiceRow(pen: Pen, folder: Folder, invoice: DemoInvoice): InvoiceInsert {
  const { companyId, customerId } = folder;
  const [accountRef, productName, total] = invoice.bill;
  const openedOn = dayOf(pen, invoice.days[0]);
  const dueOn = dayOf(pen, invoice.days[1]);
  const methodKey = invoice.attached ?? invoice.plan?.by ?? invoice.schedule?.by;
  const projectId = invoice.project ? named(folder.projectIds, invoice.project) : null;
  const contractId = invoice.contract ? named(folder.contractIds, invoice.contract) : null;
  return {
    companyId,
    id: invoiceIdSchema.parse(pen.entropy.uuid()),
    customerId,
    projectId,
    contractId,
    accountRef,
    internalRef: pen.entropy.uuid(),
    productName,
    description: invoice.description ?? null,
    totalCents: usd(total),
    paidCents: ZERO,
    dueOn,
    openedOn,
    status: invoice.status,
    statusBefore:
      invoice.status === 'PENDING' ? openStatus({ dueDate: dueOn, today: pen.today }) : null,
    negotiation: negotiationOf(invoice),
    attachedMethodId: methodKey ? named(folder.methods, methodKey).id : null,
    createdAt: timeOn(pen, openedOn, '08:05'),
  };
}

/** Whether it gets a public link is answered too: everything payable, and what the data asks for. */
export function writeInvoice(
  pen: Pen,
  folder: Folder,
  invoice: DemoInvoice,
): { invoiceId: InvoiceId; isLinked: boolean } {
  const row = invoiceRow(pen, folder, invoice);
  const requestId = requestIdSchema.parse(pen.entropy.uuid());
  const { companyId, customerId, totalCents, createdAt, id: invoiceId } = row;
  const charges = (invoice.payments ?? [])
    .map((payment) => chargeOf(pen, folder, { payment, totalCents }))
    .sort((left, right) => (left.at < right.at ? -1 : 1));
  const leftCents = subtractCents(totalCents, paidBy(charges));
  const planned: DemoCharge[] = invoice.plan
    ? writePlan(pen, { ...invoice.plan, folder, invoice: row, amountCents: leftCents })
    : [];
  if (invoice.schedule) {
    writeSchedule(pen, { ...invoice.schedule, folder, invoice: row, amountCents: leftCents });
  }
  const all = [...charges, ...planned];
  const paidCents = paidBy(all);
  const settledRow = { ...row, paidCents };
  pen.rows.invoices.push(settledRow);
  pen.rows.requests.push({
    companyId,
    id: requestId,
    customerId,
    kind: 'INVOICE',
    invoiceId,
    createdAt,
  });
  for (const charge of all) writeCharge(pen, { invoice: settledRow, requestId }, charge);
  const { status, negotiation = null } = settledRow;
  const question = { totalCents, paidCents, negotiation, status, company: pen.company };
  return { invoiceId, isLinked: invoice.isLinked === true || payableOf(question).isPayable };
}
