/** Writes an invoice with its payment request, its payments, and its plan or schedule. */
import { type InvoiceId, invoiceIdSchema, requestIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { lineAmount, quantityParts } from '@quittance/domain/billing/invoice-lines';
import { toPayable } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import { openStatus } from '@quittance/domain/status/invoice-status';
import type { Negotiation } from '@quittance/server/schema/invoices';
import { type DemoInvoice, type DemoPayment, usd } from './demo-data.ts';
import type { InvoiceInsert } from './demo-rows.ts';
import { type CustomerRefs, lookUp, type SeedContext, timeOn, toDay } from './seed-context.ts';
import { writePlan, writeSchedule } from './write-arrangement.ts';
import { type DemoCharge, type FinalState, writeCharge } from './write-charge.ts';
import { writeMandate } from './write-mandate.ts';

const FINAL_STATES = {
  SUCCESS: 'SUCCEEDED',
  FAILED: 'FAILED',
  PENDING: 'PENDING',
  RETURN: 'RETURNED',
} as const satisfies Record<DemoPayment['outcome'], FinalState>;

function toMethod({ methods }: CustomerRefs, by: string): DemoCharge['method'] {
  return by === 'cash' || by === 'negotiation' ? by : lookUp(methods, by);
}

function toCharge(
  context: SeedContext,
  refs: CustomerRefs,
  { payment, totalCents }: { payment: DemoPayment; totalCents: Cents },
): DemoCharge {
  const amountCents = usd(payment.amount);
  const method = toMethod(refs, payment.by);
  const date = toDay(context, -payment.daysAgo);
  const at = timeOn(context, date, payment.at);
  const isWhole = amountCents === totalCents;
  const common = {
    at,
    state: FINAL_STATES[payment.outcome],
    amountCents,
    method,
    purpose: isWhole ? ('FULL_AMOUNT' as const) : ('PARTIAL' as const),
    option: isWhole ? ('PAY_IN_FULL' as const) : null,
    ...(payment.reason ? { reason: payment.reason } : {}),
  };
  if (method === 'negotiation') return { ...common, feeCents: ZERO, type: 'COMPENSATION' };
  const type = isWhole ? 'PAYMENT' : 'CHARGE';
  if (method === 'cash') return { ...common, feeCents: ZERO, type };
  const feeCents = feeFor({ kind: method.kind, amountCents, company: context.company }).fee;
  if (method.kind === 'card') return { ...common, feeCents, type };
  const terms = { purpose: common.purpose, amountCents, feeCents, date };
  return { ...common, feeCents, type, mandateId: writeMandate(context, { terms, method, at }) };
}

function paidBy(charges: readonly DemoCharge[]): Cents {
  const received = charges.filter((charge) => charge.state === 'SUCCEEDED');
  return addCents(...received.map((charge) => charge.amountCents));
}

function toNegotiation({ negotiatedTo, payments = [] }: DemoInvoice): Negotiation | null {
  if (negotiatedTo === undefined) return null;
  const isApplied = payments.some((payment) => payment.by === 'negotiation');
  const amountCents = usd(negotiatedTo);
  return { isActive: true, isApplied, amountCents, paidBeforeCents: ZERO };
}

function invoiceRow(context: SeedContext, refs: CustomerRefs, invoice: DemoInvoice): InvoiceInsert {
  const { companyId, customerId } = refs;
  const [accountRef, productName, total] = invoice.bill;
  const openedOn = toDay(context, invoice.days[0]);
  const dueOn = toDay(context, invoice.days[1]);
  const methodKey = invoice.attached ?? invoice.plan?.by ?? invoice.schedule?.by;
  const projectId = invoice.project ? lookUp(refs.projectIds, invoice.project) : null;
  const contractId = invoice.contract ? lookUp(refs.contractIds, invoice.contract) : null;
  return {
    companyId,
    id: invoiceIdSchema.parse(context.entropy.uuid()),
    customerId,
    projectId,
    contractId,
    accountRef,
    internalRef: context.entropy.uuid(),
    productName,
    description: invoice.description ?? null,
    poNumber: invoice.poNumber ?? null,
    totalCents: usd(total),
    paidCents: ZERO,
    dueOn,
    openedOn,
    status: invoice.status,
    statusBefore:
      invoice.status === 'PENDING' ? openStatus({ dueDate: dueOn, today: context.today }) : null,
    negotiation: toNegotiation(invoice),
    attachedMethodId: methodKey ? lookUp(refs.methods, methodKey).id : null,
    createdAt: timeOn(context, openedOn, '08:05'),
  };
}

function toLines(
  { companyId, id: invoiceId, customerId }: InvoiceInsert,
  { lines = [] }: DemoInvoice,
) {
  return lines.map(([text, quantity, price], index) => {
    const unitPriceCents = usd(price);
    return {
      companyId,
      invoiceId,
      customerId,
      position: index + 1,
      text,
      quantity: quantityParts(quantity),
      unitPriceCents,
      amountCents: lineAmount({ quantity, unitPrice: unitPriceCents }),
      taxCents: ZERO,
    };
  });
}

/** `isLinked` is true for payable invoices and for those marked in the demo data, which get a public link. */
export function writeInvoice(
  context: SeedContext,
  refs: CustomerRefs,
  invoice: DemoInvoice,
): { invoiceId: InvoiceId; isLinked: boolean } {
  const row = invoiceRow(context, refs, invoice);
  const requestId = requestIdSchema.parse(context.entropy.uuid());
  const { companyId, customerId, totalCents, createdAt, id: invoiceId } = row;
  const charges = (invoice.payments ?? [])
    .map((payment) => toCharge(context, refs, { payment, totalCents }))
    .sort((left, right) => (left.at < right.at ? -1 : 1));
  const leftCents = subtractCents(totalCents, paidBy(charges));
  const planned: DemoCharge[] = invoice.plan
    ? writePlan(context, { ...invoice.plan, refs, invoice: row, amountCents: leftCents })
    : [];
  if (invoice.schedule) {
    writeSchedule(context, { ...invoice.schedule, refs, invoice: row, amountCents: leftCents });
  }
  const all = [...charges, ...planned];
  const paidCents = paidBy(all);
  const waivedCents = paidBy(all.filter(({ type }) => type === 'COMPENSATION'));
  const settledRow = { ...row, paidCents, waivedCents };
  context.rows.invoices.push(settledRow);
  context.rows.lines.push(...toLines(row, invoice));
  context.rows.requests.push({
    companyId,
    id: requestId,
    customerId,
    kind: 'INVOICE',
    invoiceId,
    createdAt,
  });
  for (const charge of all) writeCharge(context, { invoice: settledRow, requestId }, charge);
  const { status, negotiation = null } = settledRow;
  const question = { totalCents, paidCents, negotiation, status, company: context.company };
  const isOpen = toPayable(question).isPayable && !invoice.told;
  return { invoiceId, isLinked: invoice.isLinked === true || isOpen };
}
