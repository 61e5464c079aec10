/**
 * Stripe's payouts, and the balance transactions that each contains. Stripe lists them for automatic payouts only,
 * once `reconciliation_status` is `completed`.
 */
import { instant, isoDate } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import type Stripe from 'stripe';
import type { ListedPayout, ListedPayoutLine, Payouts } from '../after-settlement.ts';
import { isKeyRefused } from './from-error.ts';
import { expanded, toId } from './from-stripe.ts';
import { within } from './list-charges.ts';

const STATES: Readonly<Record<string, ListedPayout['state']>> = {
  paid: 'paid',
  canceled: 'failed',
  failed: 'failed',
};

/** A Stripe-compatible server may not say whether the list is complete. */
const LINES: Readonly<Record<string, ListedPayout['lines']>> = {
  in_progress: 'later',
  not_applicable: 'never',
};

const atSecond = (seconds: number) => instant(new Date(seconds * 1000).toISOString());

function toPayout(payout: Stripe.Payout): ListedPayout {
  return {
    payoutReference: payout.id,
    amountCents: cents(payout.amount),
    state: STATES[payout.status] ?? 'pending',
    // Stripe gives the day as midnight UTC.
    arrivesOn: isoDate(atSecond(payout.arrival_date).slice(0, 10)),
    createdAt: atSecond(payout.created),
    lines: LINES[payout.reconciliation_status] ?? 'complete',
  };
}

/** By reporting category, which Stripe recommends for accounting. Any other category is an adjustment. */
const KINDS: Readonly<Record<string, ListedPayoutLine['kind']>> = {
  charge: 'charge',
  charge_failure: 'return',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
};

type References = Pick<ListedPayoutLine, 'chargeReference' | 'itemReference' | 'reference'>;

const NO_REFERENCES: References = { chargeReference: null, itemReference: null, reference: null };

function toReferences({ source }: Stripe.BalanceTransaction): References {
  const found = expanded(source);
  if (found?.object === 'charge') {
    const reference = found.metadata['attempt_id'] ?? null;
    return { chargeReference: toId(found.payment_intent), itemReference: null, reference };
  }
  // A payout that failed or was canceled returns to the balance.
  if (found?.object === 'payout') return { ...NO_REFERENCES, itemReference: found.id };
  if (found?.object !== 'refund' && found?.object !== 'dispute') return NO_REFERENCES;
  const chargeReference = toId(found.payment_intent);
  return { chargeReference, itemReference: found.id, reference: null };
}

function toLine(row: Stripe.BalanceTransaction): ListedPayoutLine {
  return {
    lineReference: row.id,
    kind: KINDS[row.reporting_category] ?? 'adjustment',
    grossCents: cents(row.amount),
    feeCents: cents(row.fee),
    at: atSecond(row.created),
    ...toReferences(row),
  };
}

export function toPayouts(stripe: Stripe): Payouts {
  return {
    async list(span) {
      const found = await within(stripe.payouts.list({ limit: 100 }), span);
      return found.filter(({ currency }) => currency === 'usd').map(toPayout);
    },
    async lines(payout) {
      const rows: ListedPayoutLine[] = [];
      const list = { payout, limit: 100, expand: ['data.source'] };
      for await (const row of stripe.balanceTransactions.list(list)) {
        // The list includes the payout itself, as a withdrawal from the balance.
        if (row.reporting_category !== 'payout') rows.push(toLine(row));
      }
      return rows;
    },
    isNotPermitted: isKeyRefused,
  };
}
