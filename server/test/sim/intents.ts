/**
 * Payers who get an intent, change it and confirm it in their browser at the processor (R44). A page confirms what its
 * last answer offered; a page whose change was not answered does not confirm any more.
 */
import { changeIntent } from '../../src/payments/checkout/intents/change-intent.ts';
import { offerIntent } from '../../src/payments/checkout/intents/offer-intent.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';
import { OPEN } from '../../src/storage/invariants/query.ts';
import { OPEN_INTENT_STATES } from '../../src/storage/schema/intents.ts';
import type { IntentCommand } from './commands.ts';
import { customerOf, EVIDENCE, payerOf } from './pay.ts';
import { canConfirm } from './records.ts';
import type { IntentPage } from './seen.ts';
import { bookedState } from './simulated-outcomes.ts';
import type { SimInvoice, SimWorld } from './world.ts';

type Create = Extract<IntentCommand, { name: 'createIntent' }>;
type Change = Extract<IntentCommand, { name: 'changeIntent' }>;
type Confirm = Extract<IntentCommand, { name: 'confirmIntent' }>;

export async function createIntent(
  world: SimWorld,
  invoice: SimInvoice,
  { of, isCustomer, request: pick }: Create,
): Promise<void> {
  const request = world.requests[pick % Math.max(world.requests.length, 1)];
  const isForRequest = of === 'request' && request !== undefined;
  const principal = isForRequest ? customerOf(world) : payerOf(world, invoice, isCustomer);
  const requestId = isForRequest ? request.requestId : invoice.requestId;
  const isScheduled = of === 'schedule';
  const asked = { principal, requestId, evidence: EVIDENCE, isScheduled };
  const answer = await offerIntent(world.deps, asked);
  world.intentPages.push({ requestId, principal, answer, isStale: false });
}

function pageOf({ intentPages }: SimWorld, pick: number): IntentPage | undefined {
  return intentPages[pick % Math.max(intentPages.length, 1)];
}

const COUNTS = [2, 3, 6] as const;

export async function changePage(world: SimWorld, how: Change): Promise<void> {
  const page = pageOf(world, how.page);
  if (!page || page.isStale) return;
  page.isStale = true;
  const { principal, requestId, answer } = page;
  const installments = how.count === null ? {} : { installments: COUNTS[how.count % 3] ?? 2 };
  const paymentMethod = how.kind === 'card' ? 'card' : 'us_bank_account';
  const body = { paymentIntent: answer.paymentIntent.id, paymentMethod, ...installments } as const;
  page.answer = await changeIntent(world.deps, { principal, requestId, body });
  page.isStale = false;
}

/** In the browser: the portal is told by an event or asks. */
export function confirmPage(world: SimWorld, { page: pick, result }: Confirm): void {
  const { records, count } = world.simulator;
  const page = pageOf(world, pick);
  if (!page || page.isStale) return;
  const entry = records.byName(page.answer.paymentIntent.id);
  if (!entry || !canConfirm(entry)) return;
  world.confirmed.set(entry.reference, page.answer.quote);
  if (result !== 'ok' && entry.kind === 'card') {
    records.move(entry, result);
    return;
  }
  count.charges += 1;
  records.move(entry, bookedState(entry));
}

const AMOUNTS = `select id, amount_cents::int as amount, fee_cents::int as fee from attempts
  where id = any($1::uuid[])`;

/** A charge that may be sent, or was, beside an intent that a browser can still confirm. */
const BESIDE = `select a.id from attempts a
  join intents i on i.company_id = a.company_id and i.id <> a.id
    and (i.request_id = a.request_id or i.invoice_id = a.invoice_id)
  where i.id = any($1::uuid[]) and a.state in ${OPEN} and a.processor <> 'manual'`;

const STANDING = `select id from intents where state = any($1)`;

export async function brokenIntents(
  { pool }: Pick<Database, 'pool'>,
  { simulator, confirmed, intentPages }: Pick<SimWorld, 'simulator' | 'confirmed' | 'intentPages'>,
): Promise<Violation[]> {
  if (intentPages.length === 0) return [];
  const shown = new Set(intentPages.map(({ answer }) => answer.paymentIntent.id));
  const confirmable = simulator.records.entries
    .filter((entry) => canConfirm(entry) && shown.has(entry.processorReference))
    .map(({ reference }) => reference);
  const booked = await pool.query<{ id: string; amount: number; fee: number }>(AMOUNTS, [
    [...confirmed.keys()],
  ]);
  const beside = await pool.query<{ id: string }>(BESIDE, [confirmable]);
  return [
    ...booked.rows
      .filter(({ id, amount, fee }) => {
        const quote = confirmed.get(id);
        return quote?.amount !== amount || quote.fee !== fee;
      })
      .map(({ id: subject }) => ({
        invariant: 'M9: an intent is charged as its page showed it',
        subject,
      })),
    ...beside.rows.map(({ id: subject }) => ({
      invariant: 'R44: nothing is sent while an intent can be confirmed',
      subject,
    })),
  ];
}

/** S9, at the end: every intent has moved, or can no longer be confirmed. */
export async function standingIntents({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  const { rows } = await pool.query<{ id: string }>(STANDING, [[...OPEN_INTENT_STATES]]);
  return rows.map(({ id: subject }) => ({ invariant: 'S9: every intent ends', subject }));
}
