/**
 * Lists Stripe's payment intents for reconciliation, with the refunds and disputes of each. An old intent is listed
 * again if it was refunded or disputed within the span.
 */
import type { Instant } from '@quittance/contract/dates';
import type Stripe from 'stripe';
import type { ListedCharge, TimeSpan } from '../processor.ts';
import { isRefused } from './from-error.ts';
import { fromPayment, isDebit, toId } from './from-stripe.ts';
import { EXPAND_WITH_REFUNDS, refundsAndDisputes } from './refunds-and-disputes.ts';

async function listed(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ListedCharge> {
  const { attempt_id: reference, invoice_ref: invoiceRef } = intent.metadata;
  return {
    reference: reference ?? null,
    invoiceRef: invoiceRef ?? null,
    kind: isDebit(intent) ? 'ach' : 'card',
    outcome: fromPayment(intent, await refundsAndDisputes(stripe, intent)),
  };
}

function unixSeconds(at: Instant): number {
  return Math.floor(Date.parse(at) / 1000);
}

/** More rows than this require a shorter span. An incomplete list is never returned. */
const ROWS_MAX = 50_000;

/**
 * The newest rows come first, so the end is found without a filter, which a Stripe-compatible server may not
 * support.
 */
export async function within<Row extends { created: number }>(
  rows: AsyncIterable<Row>,
  { from, to }: TimeSpan,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) {
    if (row.created < unixSeconds(from)) return found;
    if (row.created <= unixSeconds(to)) found.push(row);
    if (found.length > ROWS_MAX) throw new Error('too many rows within the span');
  }
  return found;
}

type Change = Stripe.Refund | Stripe.Dispute;

/** A Stripe-compatible server may have only one of the lists. */
async function intentsIn(rows: AsyncIterable<Change>, span: TimeSpan): Promise<string[]> {
  try {
    const changes = await within(rows, span);
    return changes.flatMap(({ payment_intent: intent }) => toId(intent) ?? []);
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

async function changedIntents(stripe: Stripe, span: TimeSpan): Promise<string[]> {
  return [
    ...(await intentsIn(stripe.refunds.list({ limit: 100 }), span)),
    ...(await intentsIn(stripe.disputes.list({ limit: 100 }), span)),
  ];
}

export async function listCharges(stripe: Stripe, span: TimeSpan): Promise<ListedCharge[]> {
  const expand = EXPAND_WITH_REFUNDS.map((name) => `data.${name}`);
  const intents = await within(stripe.paymentIntents.list({ limit: 100, expand }), span);
  const known = new Set(intents.map(({ id }) => id));
  for (const id of await changedIntents(stripe, span)) {
    if (known.has(id)) continue;
    known.add(id);
    intents.push(await stripe.paymentIntents.retrieve(id, { expand: EXPAND_WITH_REFUNDS }));
  }
  const charges: ListedCharge[] = [];
  for (const intent of intents) charges.push(await listed(stripe, intent));
  return charges;
}
