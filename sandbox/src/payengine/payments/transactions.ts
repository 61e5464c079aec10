// A merchant's transaction lookups: one by id, or a search. `ids` also matches the merchant's own
// internalTransactionID, which is the only way to find a charge whose response was lost.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput } from '../../refusal.ts';
import { DollarText, toCents } from '../amount.ts';
import { requireOwn, requireReader } from '../merchants.ts';
import type { PreparedOperation } from '../operation.ts';
import { PAYMENT_STATUSES, type Payment, type Store } from '../store.ts';
import { detailAnswer, listRow, type TransactionDetail, transactionDetails } from './answers.ts';
import { findPayment, toIds } from './payments.ts';

const PAGE_SIZE = 50;

const DetailParams = z.object({ merchantId: z.string(), transactionId: z.string() });
const ListParams = z.object({ merchantId: z.string() });

const UnixSeconds = z.string().regex(/^\d{1,10}$/, 'must be a Unix time in seconds');

const ListQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a page number, starting at 1')
    .optional(),
  ids: z.string().min(1).max(4000).optional(),
  method: z.enum(['Credit Card', 'ACH']).optional(),
  status: z.array(z.enum(PAYMENT_STATUSES)).optional(),
  'date[from]': UnixSeconds.optional(),
  'date[to]': UnixSeconds.optional(),
  'amount[from]': DollarText.optional(),
  'amount[to]': DollarText.optional(),
});
type ListQuery = z.infer<typeof ListQuery>;

/** Collects status[0]=…&status[1]=… into one list and leaves other parameters unchanged. */
function readQuery(query: unknown): ListQuery {
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(query));
  const isStatus = ([name]: [string, unknown]) => /^status\[\d+\]$/.test(name);
  const statuses = entries.filter(isStatus).map(([, value]) => value);
  const rest = Object.fromEntries(entries.filter((entry) => !isStatus(entry)));
  return parseInput(ListQuery, statuses.length === 0 ? rest : { ...rest, status: statuses });
}

function matches(query: ListQuery, payment: Payment, detail: TransactionDetail): boolean {
  const ids = query.ids?.split(',').map((id) => id.trim());
  const own = [...toIds(payment), payment.internalTransactionId, payment.host.hostReferenceNumber];
  const createdAt = Date.parse(detail.created_at) / 1000;
  const cents = toCents(detail.amount);
  return (
    (ids === undefined || own.some((id) => id !== null && ids.includes(id))) &&
    (query.method === undefined || query.method === detail.payment_method) &&
    (query.status === undefined || query.status.includes(detail.status)) &&
    createdAt >= Number(query['date[from]'] ?? 0) &&
    createdAt <= Number(query['date[to]'] ?? Number.POSITIVE_INFINITY) &&
    cents >= toCents(query['amount[from]'] ?? '0.00') &&
    cents <= (query['amount[to]'] === undefined ? Infinity : toCents(query['amount[to]']))
  );
}

function search(store: Store, merchantId: string, query: ListQuery) {
  const rows = store.payments
    .all()
    .filter((payment) => payment.merchantId === merchantId)
    .flatMap((payment) =>
      transactionDetails(payment)
        .filter((detail) => matches(query, payment, detail))
        .map((detail) => listRow(payment, detail)),
    )
    .sort((left, right) => right.created_at.localeCompare(left.created_at));
  const page = Number(query.page ?? '1');
  const data = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { data, page, page_size: PAGE_SIZE, total: rows.length };
}

export function prepareDetail(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requireReader(store, request);
  const { merchantId, transactionId } = parseInput(DetailParams, request.params);
  requireOwn(merchant, merchantId);
  const { id } = findPayment(store, merchantId, transactionId);
  const execute = () => ({
    status: 200,
    body: detailAnswer(findPayment(store, merchantId, id)),
  });
  return { merchant, execute };
}

export function prepareList(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requireReader(store, request);
  const { merchantId } = parseInput(ListParams, request.params);
  requireOwn(merchant, merchantId);
  const query = readQuery(request.query);
  return { merchant, execute: () => ({ status: 200, body: search(store, merchantId, query) }) };
}
