/**
 * Selecting several invoices to pay together (R48): the invoices that can be selected, and the selection, which is
 * stored with its amounts and never changes. payments/ handles the payment.
 */
import { HOUR_MS } from '@quittance/contract/durations';
import { type RequestId, requestIdSchema } from '@quittance/contract/ids';
import { addCents, ZERO } from '@quittance/contract/money';
import type { AnswerOf, BodyOf } from '@quittance/contract/portal-routes';
import type {
  InvoiceSelection,
  PayableInvoice,
} from '@quittance/contract/requests/invoice-selection';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { hasNoArrangement, INVOICES_MAX, isAmountAllowed } from '@quittance/domain/checkout/split';
import type { CompanyRow } from '../companies/store.ts';
import { asCustomer, auditAsCustomer, readAsCustomer } from '../customers/customer-scope.ts';
import { findRequest } from '../invoices/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { type PaidPart, toPaidParts } from '../ledger/attempt-parts.ts';
import { hasOpenAttemptOnRequest } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import { hasPaid } from '../projects/partial-requests.ts';
import { payableRequest } from '../projects/payable-request.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { owedTogether, refuseOtherAmounts } from './owed-together.ts';
import {
  countSelections,
  insertSelection,
  listOwnInvoices,
  listPayableInvoices,
  listSelection,
} from './selections.ts';

const SELECTIONS_PER_HOUR_MAX = 60;

type SelectedInvoices = BodyOf<'selectInvoices'>['invoices'];
type OwnSelection = { principal: CustomerPrincipal; company: CompanyRow; requestId: RequestId };

function show(invoice: InvoiceRow): PayableInvoice {
  const { id, accountRef, productName, dueOn: dueDate, status } = invoice;
  return { id, accountRef, productName, dueDate, status, owed: payableAmount(invoice) };
}

export function readPayableInvoices(
  deps: Deps,
  principal: CustomerPrincipal,
): Promise<AnswerOf<'payableInvoices'>> {
  return readAsCustomer(deps, principal, async (tx, company) => {
    const rows = await listPayableInvoices(tx, principal, INVOICES_MAX + 1);
    const payable = rows.map(show).filter(({ owed }) => owed > 0);
    return {
      success: true,
      invoices: payable.slice(0, INVOICES_MAX),
      hasMore: rows.length > INVOICES_MAX,
      today: deps.clock.today(company.timeZone),
    };
  });
}

const isStillPayable = (part: PaidPart, company: CompanyRow) =>
  hasNoArrangement(part.invoice.status) &&
  isAmountAllowed({
    amount: part.amountCents,
    owed: payableAmount(part.invoice),
    company,
  });

async function load(
  tx: Tx,
  deps: Deps,
  { principal, company, requestId }: OwnSelection,
): Promise<InvoiceSelection> {
  const key = { companyId: principal.companyId, requestId };
  const request = await findRequest(tx, key);
  const isOwn = request?.kind === 'INVOICES' && request.customerId === principal.customerId;
  if (!isOwn) throw new AppError('NOT_FOUND');
  const lines = await listSelection(tx, key);
  const rows = await listOwnInvoices(
    tx,
    principal,
    lines.map(({ invoiceId }) => invoiceId),
  );
  const parts = toPaidParts(lines, rows);
  const isPaid = await hasPaid(tx, key);
  const isProcessing = await hasOpenAttemptOnRequest(tx, key);
  const isWhole = parts.length === lines.length;
  const isPayable = !isPaid && isWhole && parts.every((part) => isStillPayable(part, company));
  const total = addCents(...lines.map(({ amountCents }) => amountCents));
  const amountCents = isPayable || isProcessing ? total : ZERO;
  return {
    requestId,
    invoices: parts.map(({ invoice, amountCents: amount }) => ({ ...show(invoice), amount })),
    payable: payableRequest(deps, { amountCents, isProcessing, company }),
    isPaid,
    today: deps.clock.today(company.timeZone),
  };
}

/** Uses five statements, regardless of the number of invoices. */
export function readSelection(
  deps: Deps,
  principal: CustomerPrincipal,
  requestId: RequestId,
): Promise<InvoiceSelection> {
  return readAsCustomer(deps, principal, (tx, company) =>
    load(tx, deps, { principal, company, requestId }),
  );
}

type Choice = { principal: CustomerPrincipal; company: CompanyRow; chosen: SelectedInvoices };

/** Takes no locks. The payment checks everything again under its locks. */
async function checkChoice(tx: Tx, deps: Deps, { principal, company, chosen }: Choice) {
  const ids = chosen.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw new AppError('INVALID_REQUEST');
  const rows = await listOwnInvoices(tx, principal, ids);
  const isVisible = ({ status }: InvoiceRow) => status !== 'DRAFT';
  if (rows.filter(isVisible).length !== ids.length) throw new AppError('NOT_FOUND');
  const lines = chosen.map(({ id: invoiceId, amount: amountCents }) => ({
    invoiceId,
    amountCents,
  }));
  const amounts = toPaidParts(lines, rows).map(({ invoice, amountCents: amount }) => ({
    invoiceId: invoice.id,
    amount,
    owed: owedTogether(deps, { invoice, holds: undefined, company }),
  }));
  refuseOtherAmounts(amounts, company);
  return lines;
}

export function selectInvoices(
  deps: Deps,
  principal: CustomerPrincipal,
  chosen: SelectedInvoices,
): Promise<InvoiceSelection> {
  return asCustomer(deps, principal, async (tx, company) => {
    const { companyId, customerId } = principal;
    const now = deps.clock.now();
    const made = await countSelections(tx, principal, addMs(now, -HOUR_MS));
    if (made >= SELECTIONS_PER_HOUR_MAX) throw new AppError('TOO_MANY_REQUESTS');
    const lines = await checkChoice(tx, deps, { principal, company, chosen });
    const requestId = requestIdSchema.parse(deps.entropy.uuid());
    await insertSelection(tx, { companyId, customerId, requestId, createdAt: now }, lines);
    await auditAsCustomer(tx, deps, {
      principal,
      action: 'invoice-selection.created',
      subject: `request:${requestId}`,
      detail: { invoices: lines.length },
    });
    return load(tx, deps, { principal, company, requestId });
  });
}
