/**
 * Members of staff who work on the same invoice at once, and a payer. Each draws what to do from what the invoice
 * had before the round, so that many orders come too late and are refused.
 */
import { cents } from '@quittance/contract/money';
import type { Random } from '../random.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { type Portal, toPayer } from '../world/payer.ts';
import type { Provider } from '../world/provider-client.ts';

export type Done = { task: string; status: number; code: string };

type Row = { id: string; method: string; type: string; state: string };

export type Facts = {
  company: TestCompany;
  invoice: TestInvoice;
  /** The invoice of the rounds before, to which credit can be applied, too. */
  earlier: TestInvoice;
  rows: readonly Row[];
  /** The last rounds of an invoice call it off. */
  isLast: boolean;
};

const REASON = 'As agreed';
const AMOUNT_CENTS_MAX = 2500;

type Order = { method: 'POST' | 'PATCH'; path: string; body: object } | null;
type Task = (facts: Facts, random: Random) => Order;

const post = (path: string, body: object): Order => ({ method: 'POST', path, body });
const amountBelow = (random: Random, limit = AMOUNT_CENTS_MAX) => cents(1 + random.below(limit));
const isSometimes = (random: Random) => random.below(4) === 0;

/** Mostly one that still stands. */
function drawn({ rows }: Facts, random: Random, is: (row: Row) => boolean): string | null {
  const found = rows.filter(is);
  const standing = found.filter(({ state }) => state === 'SUCCEEDED');
  const chosen = standing.length > 0 && !isSometimes(random) ? standing : found;
  return chosen.length === 0 ? null : random.pick(chosen).id;
}

const hasMethod = (method: string) => (row: Row) => row.method === method;
const isCharge = ({ type, method }: Row) =>
  type === 'PAYMENT' && (method === 'CARD' || method === 'ACH');

function refund(facts: Facts, random: Random): Order {
  const id = drawn(facts, random, (row) => isCharge(row) && row.state === 'SUCCEEDED');
  const credit = random.pick(['PAY_OUT', 'KEEP', 'KEEP', null] as const);
  const terms = random.below(5) === 0 ? { isFromCredit: true } : { ...(credit ? { credit } : {}) };
  const amount = random.below(3) === 0 ? {} : { amount: amountBelow(random) };
  const body = {
    ...terms,
    ...amount,
    isOwedAgain: random.below(3) === 0,
    keepsFee: isSometimes(random),
    isAgain: !isSometimes(random),
    reason: REASON,
  };
  return id ? post(`/payments/${id}/refunds`, body) : null;
}

const undo = (id: string | null, toPath: (id: string) => string) =>
  id === null ? null : post(toPath(id), { reason: REASON });

const TASKS: Readonly<Record<string, Task>> = {
  note: ({ invoice }, random) =>
    post(`/invoices/${invoice.invoiceId}/credit-notes`, {
      amount: amountBelow(random),
      reason: REASON,
    }),
  voidNote: (facts, random) =>
    undo(drawn(facts, random, hasMethod('CREDIT_NOTE')), (id) => `/credit-notes/${id}/void`),
  refund,
  check: ({ invoice }, random) =>
    post('/manual-payments', {
      invoiceId: invoice.invoiceId,
      amount: amountBelow(random),
      method: 'CHECK',
      reference: `check-${random.below(1_000_000_000)}`,
    }),
  bounce: (facts, random) => {
    const id = drawn(facts, random, hasMethod('CHECK'));
    return id ? post(`/manual-payments/${id}/reverse`, { cause: 'BOUNCED', reason: REASON }) : null;
  },
  applyCredit: ({ company, invoice, earlier }, random) =>
    post(`/customers/${company.customerId}/credit/apply`, {
      invoiceId: random.pick([invoice, earlier]).invoiceId,
      amount: amountBelow(random),
    }),
  undoCredit: (facts, random) =>
    undo(drawn(facts, random, hasMethod('CREDIT')), (id) => `/payments/${id}/undo-credit`),
  payOutCredit: ({ company }, random) =>
    post(`/customers/${company.customerId}/credit/pay-out`, {
      amount: amountBelow(random, 1000),
      reason: REASON,
    }),
  refundedAgain: ({ invoice }) => post(`/invoices/${invoice.invoiceId}/reopen`, { reason: REASON }),
};

const LAST_TASKS: Readonly<Record<string, Task>> = {
  voidInvoice: ({ invoice }) => post(`/invoices/${invoice.invoiceId}/void`, { reason: REASON }),
  voidWithRefund: ({ invoice }) =>
    post(`/invoices/${invoice.invoiceId}/void-with-refund`, { reason: REASON }),
  lowerTotal: ({ invoice }, random) => ({
    method: 'PATCH',
    path: `/invoices/${invoice.invoiceId}`,
    body: { total: amountBelow(random, 9999) },
  }),
};

/** More often what gives and takes than what ends. */
const OFTEN = [
  'note',
  'note',
  'refund',
  'refund',
  'check',
  'applyCredit',
  'undoCredit',
  'voidNote',
];

export async function workAsStaff(
  call: Provider,
  facts: Facts,
  { random, key }: { random: Random; key: string },
): Promise<Done | null> {
  const tasks = facts.isLast ? { ...TASKS, ...LAST_TASKS } : TASKS;
  const names = facts.isLast
    ? [...Object.keys(LAST_TASKS), ...Object.keys(TASKS)]
    : [...Object.keys(TASKS), ...OFTEN];
  const task = random.pick(names);
  const order = tasks[task]?.(facts, random) ?? null;
  if (!order) return null;
  const { method, path, body } = order;
  const answer = await call(method, path, { body, ...(method === 'POST' ? { key } : {}) });
  return { task, status: answer.status, code: answer.body?.code ?? '' };
}

/** The page may be gone, or show what has changed when the payer submits it. */
export async function payAsPayer(portal: Portal): Promise<Done> {
  try {
    const { code: status, message: code } = await toPayer(portal).pay();
    return { task: 'pay', status, code };
  } catch (error) {
    const [, status] = /was answered (4\d\d)/.exec(String(error)) ?? [];
    if (!status) throw error;
    return { task: 'pay', status: Number(status), code: 'no page' };
  }
}
