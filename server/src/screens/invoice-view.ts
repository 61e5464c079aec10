/**
 * Maps rows to the wire format of an invoice, field by field: an allow-list for the holder of a link (R4), and
 * additional fields for the invoice's customer.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type {
  Invoice,
  OwnInstallment,
  PublicInvoice,
} from '@quittance/contract/invoices/portal-schemas';
import { dateIn } from '@quittance/contract/local-time';
import { addCents, subtractCents, ZERO } from '@quittance/contract/money';
import { toQuantity } from '@quittance/domain/billing/invoice-lines';
import { planEndsOn, suspendedScheduleEndsOn } from '@quittance/domain/dunning/arrangement-end';
import { isExpired } from '@quittance/domain/off-session/card-expiry';
import { activeInstallment } from '@quittance/domain/status/plan-status';
import { payableNow } from '../arrangements/payable-now.ts';
import type { CompanyRow } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { toReceiptUrl } from '../ledger/receipt-number.ts';
import { savedMethodLine } from '../methods/method-line.ts';
import type { ShownInstallment, ShownInvoice, ShownPayment } from './shown-invoice.ts';

export type ViewContext = { deps: Pick<Deps, 'processors'>; company: CompanyRow; today: IsoDate };

function toContract({ contract }: ShownInvoice): PublicInvoice['contract'] {
  if (!contract) return null;
  return {
    contractRef: contract.contractRef,
    amount: contract.amountCents,
    paidBalance: contract.paidCents,
    date: contract.signedOn,
    status: contract.status,
    type: { singularName: contract.typeName },
    billingSetting: {
      chargeOffDate: contract.chargeOffOn,
      acceleratedDate: contract.acceleratedOn,
    },
  };
}

/** `saves` is the balance when the offer was made, minus the offered amount (R11). */
function toNegotiation({ negotiation, totalCents }: ShownInvoice['invoice']) {
  if (!negotiation) return null;
  const { isActive, isApplied, amountCents, paidBeforeCents } = negotiation;
  const openCents = subtractCents(totalCents, paidBeforeCents);
  const saves = openCents > amountCents ? subtractCents(openCents, amountCents) : ZERO;
  return { isActive, isApplied, amount: amountCents, saves };
}

/** Returns null while the arrangement can be charged. */
function suspendedOn(
  { state, suspendedAt }: { state: string; suspendedAt: Instant | null },
  { company }: ViewContext,
): IsoDate | null {
  return state === 'SUSPENDED' && suspendedAt ? dateIn(company.timeZone, suspendedAt) : null;
}

function toSchedule(
  { schedule: row }: ShownInvoice,
  context: ViewContext,
): PublicInvoice['schedule'] {
  if (!row) return null;
  const { chargeOn, nextTryOn, amountCents, feeCents, state } = row;
  const since = suspendedOn(row, context);
  return {
    date: chargeOn,
    nextTryOn,
    amount: amountCents,
    fee: feeCents,
    method: row.method ? savedMethodLine(row.method) : null,
    kind: row.kind,
    isSuspended: state === 'SUSPENDED',
    endsOn: since && suspendedScheduleEndsOn({ chargeOn, suspendedOn: since }),
  };
}

function toPlan({ plan: row }: ShownInvoice, context: ViewContext): PublicInvoice['plan'] {
  if (!row) return null;
  const { amountCents, feeCents, state } = row;
  const since = suspendedOn(row, context);
  return {
    amount: amountCents,
    fee: feeCents,
    total: addCents(amountCents, feeCents),
    method: row.method ? savedMethodLine(row.method) : null,
    kind: row.kind,
    isSuspended: state === 'SUSPENDED',
    endsOn: since && planEndsOn({ parts: row.installments ?? [], suspendedOn: since }),
  };
}

function toInstallments(rows: readonly ShownInstallment[]): PublicInvoice['installments'] {
  const active = activeInstallment(rows);
  return rows.map((row) => ({
    index: row.index,
    date: row.dueOn,
    cost: row.costCents,
    fee: row.feeCents,
    status: row.status,
    ...(row.nextTryOn && { nextTryOn: row.nextTryOn }),
    isActive: row.index === active?.index,
    parts: rows.length,
  }));
}

function toLines({ lines }: ShownInvoice): PublicInvoice['lines'] {
  return (lines ?? []).map(({ text, quantity, unitPriceCents, amountCents }) => ({
    text,
    quantity: toQuantity(quantity),
    unitPrice: unitPriceCents,
    amount: amountCents,
  }));
}

export function toPublicInvoice(shown: ShownInvoice, context: ViewContext): PublicInvoice {
  const { invoice, requestId, project, attached, refundedCents, isContested } = shown;
  const { status, totalCents, paidCents, negotiation } = invoice;
  const installments = shown.plan?.installments ?? [];
  const schedule = toSchedule(shown, context);
  return {
    accountRef: invoice.accountRef,
    requestId,
    productName: invoice.productName,
    description: invoice.description,
    totalBalance: invoice.totalCents,
    paidBalance: invoice.paidCents,
    refundedBalance: refundedCents,
    creditedBalance: invoice.creditedCents,
    dueDate: invoice.dueOn,
    openedAt: invoice.openedOn,
    lines: toLines(shown),
    attachments: shown.attachments ?? [],
    tax: invoice.taxCents,
    poNumber: invoice.poNumber,
    note: invoice.note,
    status: invoice.status,
    project,
    contract: toContract(shown),
    negotiation: toNegotiation(invoice),
    paymentScheduledAt:
      schedule && !schedule.isSuspended ? (schedule.nextTryOn ?? schedule.date) : null,
    schedule,
    plan: toPlan(shown, context),
    attachedPaymentMethod: attached ? savedMethodLine(attached) : null,
    installments: toInstallments(installments),
    payable: payableNow(
      context.deps,
      { status, totalCents, paidCents, negotiation, installments, isContested },
      context.company,
    ),
    today: context.today,
    version: invoice.version,
  };
}

function paidBy({ planId, index }: ShownInstallment, payments: readonly ShownPayment[]) {
  return payments.find(
    (payment) =>
      payment.planId === planId &&
      (payment.installmentFrom ?? 0) <= index &&
      index <= (payment.installmentTo ?? 0),
  );
}

function ownInstallments({ plan, payments }: ShownInvoice): OwnInstallment[] {
  const installments = plan?.installments ?? [];
  const shown = toInstallments(installments);
  return installments.flatMap((row, position) => {
    const installment = shown[position];
    if (!installment) return [];
    const payment = row.status === 'SUCCESS' ? paidBy(row, payments ?? []) : undefined;
    const receiptUrl = payment ? toReceiptUrl(payment.id) : null;
    return [{ ...installment, paymentId: payment?.id ?? null, receiptUrl }];
  });
}

/** The method of the plan or schedule takes precedence over the attached one. */
function toMethod({ plan, schedule, attached }: ShownInvoice): Invoice['paymentMethod'] {
  const method = plan?.method ?? schedule?.method ?? attached;
  return method ? { token: method.id } : null;
}

/** Names an expired card, which the holder of a link does not see. */
function withExpiry<Arrangement extends PublicInvoice['schedule'] | PublicInvoice['plan']>(
  arrangement: Arrangement,
  method: Parameters<typeof isExpired>[0] | null | undefined,
  { today }: ViewContext,
): Arrangement {
  if (!arrangement?.method || !method || !isExpired(method, today)) return arrangement;
  return { ...arrangement, method: { ...arrangement.method, isExpired: true } };
}

/** Assigns to the new object: copying its fields takes several times as long as everything else. */
export function toInvoice(shown: ShownInvoice, context: ViewContext): Invoice {
  const { id, internalRef } = shown.invoice;
  const invoice = toPublicInvoice(shown, context);
  return Object.assign(invoice, {
    schedule: withExpiry(invoice.schedule, shown.schedule?.method, context),
    plan: withExpiry(invoice.plan, shown.plan?.method, context),
    id,
    internalRef,
    paymentMethod: toMethod(shown),
    installments: ownInstallments(shown),
    payments: [...(shown.payments ?? []), ...(shown.partPayments ?? [])].map((payment) => ({
      cost: addCents(payment.amountCents, payment.feeCents),
    })),
  });
}
