/**
 * Payers create an intent, change it and confirm it in the browser at the processor (R44). A page confirms the
 * offer in its last response; after a change that got no response, it no longer confirms.
 */
import { changeIntent } from '../../src/payments/checkout/change-intent.ts';
import { offerIntent } from '../../src/payments/checkout/offer-intent.ts';
import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { OPEN_INTENT_STATES } from '../../src/schema/intents.ts';
import type { IntentCommand } from './commands.ts';
import { BROWSER, EVIDENCE, toCustomer, toPayer } from './pay.ts';
import { uninstrumented } from './process.ts';
import { canConfirm, type Entry } from './records.ts';
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
  const principal = isForRequest ? toCustomer(world) : toPayer(world, invoice, isCustomer);
  const requestId = isForRequest ? request.requestId : invoice.requestId;
  const isScheduled = of === 'schedule';
  const asked = { principal, requestId, evidence: EVIDENCE, browser: BROWSER, isScheduled };
  const answer = await offerIntent(world.deps, asked);
  const earlier = await uninstrumented(() => attemptsSoFar(world.database));
  world.intentPages.push({ requestId, principal, answer, isStale: false, earlier });
}

async function attemptsSoFar({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from attempts');
  return rows.map(({ id }) => id);
}

function toPage({ intentPages }: SimWorld, pick: number): IntentPage | undefined {
  return intentPages[pick % Math.max(intentPages.length, 1)];
}

const COUNTS = [2, 3, 6] as const;

export async function changePage(world: SimWorld, how: Change): Promise<void> {
  const page = toPage(world, how.page);
  if (!page || page.isStale) return;
  page.isStale = true;
  const { principal, requestId, answer } = page;
  const installments = how.count === null ? {} : { installments: COUNTS[how.count % 3] ?? 2 };
  const paymentMethod = how.kind === 'card' ? 'card' : 'us_bank_account';
  const body = { paymentIntent: answer.paymentIntent.id, paymentMethod, ...installments } as const;
  page.answer = await changeIntent(world.deps, {
    principal,
    requestId,
    body,
    browser: BROWSER,
  });
  page.isStale = false;
}

/** Confirms in the browser. The portal is notified by an event or looks the payment up. */
export function confirmPage(world: SimWorld, { page: pick, result }: Confirm): void {
  const { records, count } = world.simulator;
  const page = toPage(world, pick);
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

const BESIDE = `select a.id, i.id as intent from attempts a
  join intents i on i.company_id = a.company_id and i.id <> a.id
    and (i.request_id = a.request_id or i.invoice_id = a.invoice_id)
  where i.id = any($1::uuid[]) and a.processor <> 'manual' and not a.is_orphan
    and not exists (select from attempts own where own.company_id = i.company_id and own.id = i.id)`;

const MOVED: readonly Entry['state'][] = ['pending', 'succeeded', 'returned'];

/**
 * Returns charges of a payable that were sent after a page got an intent for it, if that intent has charged the
 * payer or still can.
 */
async function sentBeside(
  { pool }: Pick<Database, 'pool'>,
  { simulator, intentPages }: Pick<SimWorld, 'simulator' | 'intentPages'>,
): Promise<Violation[]> {
  const earlier = new Map<string, readonly string[]>();
  for (const page of intentPages) {
    const entry = simulator.records.byName(page.answer.paymentIntent.id);
    if (!entry || !(canConfirm(entry) || MOVED.includes(entry.state))) continue;
    if (!earlier.has(entry.reference)) earlier.set(entry.reference, page.earlier);
  }
  const { rows } = await pool.query<{ id: string; intent: string }>(BESIDE, [[...earlier.keys()]]);
  return rows
    .filter(({ id, intent }) => !earlier.get(intent)?.includes(id))
    .map(({ id: subject }) => ({
      invariant: 'R44: nothing is sent while an intent can be confirmed, or before it is booked',
      subject,
    }));
}

const STANDING = `select id from intents where state = any($1)`;

export async function brokenIntents(
  { pool }: Pick<Database, 'pool'>,
  { simulator, confirmed, intentPages }: Pick<SimWorld, 'simulator' | 'confirmed' | 'intentPages'>,
): Promise<Violation[]> {
  if (intentPages.length === 0) return [];
  const booked = await pool.query<{ id: string; amount: number; fee: number }>(AMOUNTS, [
    [...confirmed.keys()],
  ]);
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
    ...(await sentBeside({ pool }, { simulator, intentPages })),
  ];
}

/** S9, at the end: every intent has moved money or can no longer be confirmed. */
export async function standingIntents({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  const { rows } = await pool.query<{ id: string }>(STANDING, [[...OPEN_INTENT_STATES]]);
  return rows.map(({ id: subject }) => ({ invariant: 'S9: every intent ends', subject }));
}
