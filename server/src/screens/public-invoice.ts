/**
 * Data visible to the holder of a public link (R4): an allow-list, built field by field. Contacts, date of birth,
 * tokens and other invoices are never read.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import type { InvoiceId } from '@quittance/contract/ids';
import type { PublicInvoice, PublicTransaction } from '@quittance/contract/invoices/portal-schemas';
import { ZERO } from '@quittance/contract/money';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { toPaymentStatus } from '@quittance/domain/status/payment-status';
import { toUtcOffsets } from '@quittance/domain/utc-offsets';
import { toBrand } from '../companies/company-brand.ts';
import type { CompanyRow } from '../companies/store.ts';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findGreeting } from '../customers/store.ts';
import { findInvoiceOfRequest, findRequest, type RequestRow } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { LinkPrincipal } from '../kernel/principal.ts';
import { savedMethodLine } from '../methods/method-line.ts';
import { findLiveMethod } from '../methods/methods.ts';
import { findRecoverable } from '../payments/core/link-method.ts';
import type { Tx } from '../platform/database/database.ts';
import { payableEstimate, toPublicEstimate } from '../projects/estimate-view.ts';
import { payablePartial, toPublicOrder } from '../projects/partial-request-view.ts';
import { findRequestedOrders, hasPaid } from '../projects/partial-requests.ts';
import { findEstimate } from '../projects/project-rows.ts';
import type { MethodRow } from '../schema/customers.ts';
import { toPublicInvoice } from './invoice-view.ts';
import { partOn, readShown, refundedOn } from './paid-together.ts';
import { toProgress, toRefundStatus, type ViewContext } from './payment-progress.ts';
import { findShownInvoice, type ShownInvoice } from './shown-invoice.ts';
import { listRequestTransactions, type TransactionRow, toCredit } from './transaction-rows.ts';

const TRANSACTIONS_MAX = 100;

export function toPublicCompany(
  deps: Pick<Deps, 'clock' | 'processors'>,
  row: CompanyRow,
): Company {
  const { companyId: _id, createdAt: _created, ...company } = row;
  const { timeZone } = row;
  const utcOffsets = toUtcOffsets(timeZone, deps.clock.today(timeZone));
  return Object.assign(company, toBrand(deps, row), { utcOffsets });
}

type Load<Result> = (tx: Tx, request: RequestRow, company: CompanyRow) => Promise<Result>;

function read<Result>(deps: Deps, link: LinkPrincipal, load: Load<Result>): Promise<Result> {
  return readAsCustomer(deps, link, async (tx, company) => {
    const request = await findRequest(tx, link);
    if (!request) throw new AppError('NOT_FOUND');
    return load(tx, request, company);
  });
}

export async function readPublicCompany(
  deps: Deps,
  { companyId }: LinkPrincipal,
): Promise<Company> {
  return toPublicCompany(deps, await deps.companies.find(companyId));
}

export async function readPublicCustomer(
  { database }: Deps,
  link: LinkPrincipal,
): Promise<PublicCustomer> {
  const payer = await database.readAloneInCompany(link, (tx) => findGreeting(tx, link));
  if (!payer) throw new AppError('NOT_FOUND');
  return payer;
}

function presentInvoice(
  deps: Deps,
  { shown, company, recovered = null }: PresentedInvoice,
): PublicInvoice {
  if (!shown) throw new AppError('NOT_FOUND');
  const today = deps.clock.today(company.timeZone);
  return withMethodsOfLink(toPublicInvoice(shown, { deps, company, today }), shown, recovered);
}

type PresentedInvoice = {
  shown: ShownInvoice | null;
  company: CompanyRow;
  recovered?: MethodRow | null;
};

export async function readPublicInvoice(deps: Deps, link: LinkPrincipal): Promise<PublicInvoice> {
  const { companyId, customerId } = link;
  const [company, shown] = await Promise.all([
    deps.companies.find(companyId),
    deps.database.readAloneInCompany({ companyId, customerId }, (tx) => findShownInvoice(tx, link)),
  ]);
  if (!link.isRecovery) return presentInvoice(deps, { shown, company });
  const recovered = await readAsCustomer(deps, link, (tx) => findRecoveredMethod(tx, deps, link));
  return payableNowOnly(presentInvoice(deps, { shown, company, recovered }));
}

/** A recovery link cannot arrange anything for later. */
function payableNowOnly(account: PublicInvoice): PublicInvoice {
  const { payable } = account;
  const options = payable.options.filter((option) => option === 'PAY_IN_FULL');
  return { ...account, payable: { ...payable, options } };
}

/** The saved method that the link may charge once (R86). */
async function findRecoveredMethod(
  tx: Tx,
  deps: Deps,
  link: LinkPrincipal,
): Promise<MethodRow | null> {
  const { companyId, customerId } = link;
  const recoverable = await findRecoverable(tx, deps, link);
  if (!recoverable) return null;
  return findLiveMethod(tx, { companyId, customerId, methodId: recoverable.methodId });
}

/**
 * A saved method is offered only if the link may charge it (R86). A running plan with another method cannot be
 * paid.
 */
function withMethodsOfLink(
  account: PublicInvoice,
  { attached, plan }: ShownInvoice,
  recovered: MethodRow | null,
): PublicInvoice {
  const own = recovered ?? (attached?.isSaved ? null : attached);
  const isPlanned = account.status === 'PAYMENT_PLAN_IN_PROGRESS';
  const isPlanLocked = isPlanned && plan?.method?.isSaved && plan.method.id !== recovered?.id;
  const nothing = { isPayable: false, options: [], kinds: [] };
  return Object.assign(account, {
    attachedPaymentMethod: own ? savedMethodLine(own) : null,
    payable: isPlanLocked ? { ...account.payable, ...nothing } : account.payable,
  });
}

type RequestAnswer = AnswerOf<'publicRequest'>;
type Payables = Pick<RequestAnswer, 'account' | 'estimate' | 'orders' | 'payable' | 'isPaid'>;

async function loadPayables(
  tx: Tx,
  deps: Deps,
  { request, company }: { request: RequestRow; company: CompanyRow },
): Promise<Payables> {
  const none = { account: null, estimate: null, orders: null };
  if (request.kind === 'INVOICE') {
    const shown = await findShownInvoice(tx, { ...request, requestId: request.id });
    const account = presentInvoice(deps, { shown, company });
    return { ...none, account, payable: account.payable, isPaid: isPaid(account.status) };
  }
  if (request.kind === 'PARTIAL') {
    const requested = await findRequestedOrders(tx, { ...request, requestId: request.id });
    const payable = await payablePartial(tx, deps, { request, requested, company });
    const isDone = await hasPaid(tx, { ...request, requestId: request.id });
    return { ...none, orders: requested.map(toPublicOrder), payable, isPaid: isDone };
  }
  const { estimateId } = request;
  const shown = estimateId ? await findEstimate(tx, { ...request, estimateId }) : null;
  if (!shown) throw new AppError('NOT_FOUND');
  const payable = await payableEstimate(tx, deps, { ...shown, company });
  if (!payable) throw new AppError('NOT_FOUND');
  const estimate = toPublicEstimate(shown.estimate);
  return { ...none, estimate, payable, isPaid: estimate.paidBalance >= estimate.total };
}

export function readPublicRequest(deps: Deps, link: LinkPrincipal): Promise<RequestAnswer> {
  return read(deps, link, async (tx, request, company) => ({
    success: true,
    requestId: request.id,
    ...(await loadPayables(tx, deps, { request, company })),
    today: deps.clock.today(company.timeZone),
  }));
}

const REFUND = {
  type: 'RETURN',
  pending: null,
  outcome: null,
  debit: null,
  fee: ZERO,
  credit: ZERO,
} as const;

/** Payments and refunds on other invoices are not visible to the holder of this link (R4). */
function publicTransaction(row: TransactionRow, shown: PublicView): PublicTransaction[] {
  const { attempt, refund } = row;
  const { parts, days, shares, viewed, account } = shown;
  const part = partOn(row, parts, account.invoiceId);
  const made = { method: attempt.method, createdAt: (refund ?? attempt).createdAt };
  if (refund) {
    const amount = refundedOn(refund, shares);
    return amount === null ? [] : [{ ...made, ...REFUND, ...toRefundStatus(refund), amount }];
  }
  const { amountCents: amount, feeCents: fee } = part ?? attempt;
  const invoiceStatus = row.invoiceStatus ?? account.invoiceStatus;
  const progress = toProgress({ attempt, invoiceStatus, days, reader: 'link' }, viewed);
  const status = toPaymentStatus(attempt.state);
  const credit = toCredit(attempt);
  return [{ ...made, ...progress, type: attempt.type, refund: null, status, amount, fee, credit }];
}

type PublicView = Awaited<ReturnType<typeof readShown>> & {
  viewed: ViewContext;
  account: { invoiceId: InvoiceId | null; invoiceStatus: InvoiceStatus | null };
};

/** Shows amount, date, status and next step. Only the customer sees the payer and the method. */
export function readPublicTransactions(
  deps: Deps,
  link: LinkPrincipal,
): Promise<PublicTransaction[]> {
  return readAsCustomer(deps, { ...link, isByKey: true }, async (tx, { timeZone }) => {
    const { companyId, customerId, requestId } = link;
    const filter = { companyId, customerId, requestId, limit: TRANSACTIONS_MAX };
    const rows = await listRequestTransactions(tx, filter);
    if (rows.length === 0) return [];
    const invoice = await findInvoiceOfRequest(tx, link);
    const account = { invoiceId: invoice?.id ?? null, invoiceStatus: invoice?.status ?? null };
    const read = await readShown(tx, companyId, { rows, invoiceId: account.invoiceId });
    const viewed = { clock: deps.clock, timeZone };
    return rows.flatMap((row) => publicTransaction(row, { ...read, viewed, account }));
  });
}
