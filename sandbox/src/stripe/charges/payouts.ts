// Balance transactions, which follow from charges, refunds and disputes, and the payouts that contain them. A payout
// is made by the control plane and takes everything that no earlier one contains.
import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import { missing } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import { listAnswer } from '../api/lists.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import {
  type Charge,
  type Dispute,
  nowSeconds,
  type Payout,
  type Refund,
  type Store,
} from '../store.ts';
import { payoutAnswer, toId } from './payout-answer.ts';

type BalanceTransaction = {
  id: string;
  account: string;
  created: number;
  amount: number;
  fee: number;
  type: string;
  category: string;
  source: string | null;
};

/** Standard US prices: 2.9% + $0.30 for cards, 0.8% up to $5.00 for bank debits, $15.00 for a dispute. */
function usualFee({ amount, instrument }: Charge): number {
  if (instrument.kind === 'bank') return Math.min(Math.round(amount * 0.008), 500);
  return Math.round(amount * 0.029) + 30;
}
const DISPUTE_FEE = 1500;

function ofCharge(charge: Charge): BalanceTransaction[] {
  const { id, account, created, amount, instrument, status } = charge;
  if (status !== 'succeeded') return [];
  const type = instrument.kind === 'bank' ? 'payment' : 'charge';
  const fee = usualFee(charge);
  return [{ id: toId(id), account, created, amount, fee, type, category: 'charge', source: id }];
}

function ofRefund({ id, account, created, amount, status }: Refund): BalanceTransaction[] {
  const row = { account, created, fee: 0, source: id };
  const taken = { ...row, id: toId(id), amount: -amount, type: 'refund', category: 'refund' };
  if (status !== 'failed') return [taken];
  const type = 'refund_failure';
  return [taken, { ...row, id: toId(id, 'b'), amount, type, category: type }];
}

function ofDispute({ id, account, created, amount, status }: Dispute): BalanceTransaction[] {
  const row = { account, created, type: 'adjustment', source: id };
  const taken = { ...row, id: toId(id), amount: -amount, fee: DISPUTE_FEE, category: 'dispute' };
  if (status !== 'won') return [taken];
  return [taken, { ...row, id: toId(id, 'b'), amount, fee: 0, category: 'dispute_reversal' }];
}

/** A payout that the bank refuses returns to the balance. */
function ofPayout({ id, account, created, amount, status }: Payout): BalanceTransaction[] {
  if (status !== 'failed') return [];
  const [type, category] = ['payout_failure', 'payout_reversal'];
  return [{ id: toId(id, 'b'), account, created, amount, fee: 0, type, category, source: id }];
}

function findTransactions(store: Store, account: string): BalanceTransaction[] {
  const fees = Object.assign({}, ...store.payouts.all().map((payout) => payout.fees));
  return [
    ...store.charges.all().flatMap(ofCharge),
    ...store.refunds.all().flatMap(ofRefund),
    ...store.disputes.all().flatMap(ofDispute),
    ...store.payouts.all().flatMap(ofPayout),
  ]
    .filter((row) => row.account === account)
    .map((row) => ({ ...row, fee: Number(fees[row.id] ?? row.fee) }));
}

const DAY_SECONDS = 86_400;

function transactionAnswer({
  id,
  created,
  amount,
  fee,
  type,
  category,
  source,
}: BalanceTransaction) {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * DAY_SECONDS,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  };
}

export const PayoutInput = z.strictObject({
  account: z.string(),
  isAutomatic: z.boolean().default(true),
  /** Fees that differ from the usual ones, by payment intent, charge, refund or dispute. */
  fees: z.record(z.string(), z.int()).default({}),
  /** Left for a later payout. */
  without: z.array(z.string()).default([]),
});

export function payOut(store: Store, input: z.infer<typeof PayoutInput>) {
  const { account, isAutomatic } = input;
  if (store.accounts.get(account) === undefined) throw new Refusal(404, 'Account not found');
  const paid = new Set(store.payouts.all().flatMap(({ contains }) => contains));
  const toSource = (id: string) => store.paymentIntents.get(id)?.latestCharge ?? id;
  const fees = Object.fromEntries(
    Object.entries(input.fees).map(([id, fee]) => [toId(toSource(id)), fee]),
  );
  const left = new Set(input.without.map((id) => toId(toSource(id))));
  const rows = findTransactions(store, account).filter(({ id }) => !paid.has(id) && !left.has(id));
  const created = nowSeconds(store);
  return payoutAnswer(
    store.payouts.put({
      id: newId('po'),
      account,
      created,
      amount: rows.reduce((sum, { id, amount, fee }) => sum + amount - (fees[id] ?? fee), 0),
      // Midnight UTC, as at Stripe.
      arrivalDate: Math.ceil(created / DAY_SECONDS) * DAY_SECONDS,
      isAutomatic,
      status: 'paid',
      contains: rows.map(({ id }) => id),
      fees,
    }),
  );
}

export function failPayout(store: Store, id: string) {
  const payout = store.payouts.get(id);
  if (payout === undefined) throw new Refusal(404, 'Payout not found');
  return payoutAnswer(store.payouts.put({ ...payout, status: 'failed' }));
}

export function listPayouts(call: Call): PreparedOperation {
  const rows = call.store.payouts.all();
  return { execute: () => listAnswer(call, { url: '/v1/payouts', rows, show: payoutAnswer }) };
}

export function retrievePayout({ store, account, path }: Call): PreparedOperation {
  const id = path['id'] ?? '';
  const payout = store.payouts.get(id);
  if (payout === undefined || payout.account !== account.id) throw missing('payout', id);
  return { execute: () => payoutAnswer(payout) };
}

const Filter = z.object({ payout: z.string().optional() });

export function listBalanceTransactions(call: Call): PreparedOperation {
  const { payout } = Filter.parse(call.params);
  const { store, account } = call;
  const all = findTransactions(store, account.id);
  const paidOut = payout === undefined ? undefined : store.payouts.get(payout);
  if (payout !== undefined && paidOut?.account !== account.id) {
    throw missing('payout', payout, 'payout');
  }
  const rows = all.filter(({ id }) => paidOut === undefined || paidOut.contains.includes(id));
  const url = '/v1/balance_transactions';
  return { execute: () => listAnswer(call, { url, rows, show: transactionAnswer }) };
}
