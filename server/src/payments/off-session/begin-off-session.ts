/**
 * Transaction 1 of a charge without the payer. Everything a sweep believed is looked at again under
 * the locks: the arrangement still stands, its method and mandate still carry it, the day and the
 * hour are right, and nobody is charged too often (S5, S6, S8). Nothing is sent from here.
 */
import { compareDates } from '@quittance/contract/dates';
import { addCents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { isNoticeOldEnough, postponedOn } from '@quittance/domain/off-session/auto-pay';
import { mayChargeToday } from '@quittance/domain/off-session/catch-up';
import { hourIn, isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import type { Deps } from '../../deps.ts';
import { lockCustomer } from '../../storage/arrangements/auto-pay.ts';
import {
  countMerchantCharges,
  postponeAutoPayCharge,
} from '../../storage/arrangements/auto-pay-charges.ts';
import { occurrenceOf } from '../../storage/arrangements/due.ts';
import { lockArrangement, updateRetries } from '../../storage/arrangements/locked-arrangement.ts';
import { findNoticedAt } from '../../storage/arrangements/notices.ts';
import { findPayer } from '../../storage/billing/customers.ts';
import { findRequestOfInvoice, lockInvoice } from '../../storage/billing/invoices.ts';
import { type Tx, violatedConstraint } from '../../storage/database.ts';
import { hasOpenAttempt } from '../../storage/payments/attempts.ts';
import { writeAttempt } from '../charge/write-attempt.ts';
import type { Begun } from '../core/charge-terms.ts';
import type { Due } from './due-work.ts';
import { tellOfCharge } from './give-notice.ts';
import { type Refusal, type Standing, writeRefusal } from './off-session-refusal.ts';
import { type Bought, buy } from './off-session-terms.ts';

export type MerchantStart = { kind: 'started'; begun: Begun } | Refusal;

const ACTOR = 'job:charge-due';

const CHARGED_IN = {
  schedule: ['PAYMENT_EXTENSION'],
  installment: ['PAYMENT_PLAN_IN_PROGRESS'],
  autoPay: ['DUE', 'IN_COLLECTION'],
} as const;

async function lockAll(tx: Tx, { clock }: Deps, due: Due): Promise<Standing> {
  const { companyId, customerId, invoiceId } = due.item;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  const customer = await lockCustomer(tx, { companyId, customerId });
  const locked = await lockArrangement(tx, due.item);
  invariant(invoice && customer && locked, 'what is due has its invoice, customer and arrangement');
  return { ...due, invoice, customer, locked, today: clock.today(due.company.timeZone) };
}

/** Too early, too often, or somebody else is at it: nothing is wrong, it only has to wait. */
async function refusalOfTime(
  tx: Tx,
  { clock }: Deps,
  { company, item, invoice, locked, today }: Standing,
): Promise<Refusal | null> {
  const { companyId, customerId, invoiceId, occurrenceOn } = item;
  const { timeZone } = company;
  if (!isWithinRunWindow({ timeZone, at: clock.now() })) return { kind: 'waits', reason: 'hours' };
  const isStale = !locked.isLive || locked.tries !== item.tries;
  if (isStale || compareDates(locked.dueOn, today) > 0) return { kind: 'waits', reason: 'notDue' };
  const isOpen = await hasOpenAttempt(tx, { companyId, invoiceId });
  if (isOpen || invoice.status === 'PENDING') return { kind: 'waits', reason: 'processing' };
  const charged = await countMerchantCharges(tx, { companyId, customerId, timeZone, today });
  const isInstallment = item.arrangement.kind === 'installment';
  const isEnough = !mayChargeToday({ isInstallment, occurrenceOn, today }, charged);
  return isEnough ? { kind: 'waits', reason: 'enoughToday' } : null;
}

/** The invoice went another way, or auto-pay runs differently now: there is nothing to charge. */
function refusalOfState({ item, invoice, customer, locked }: Standing): Refusal | null {
  const { kind } = item.arrangement;
  const statuses: readonly string[] = CHARGED_IN[kind];
  if (!statuses.includes(invoice.status)) return { kind: 'ended', reason: 'notPayable' };
  const isAutoPayMeant =
    customer.isAutoPayActive &&
    customer.autoPayMandateId === locked.mandateId &&
    customer.autoPayMethodId === locked.methodId;
  return kind === 'autoPay' && !isAutoPayMeant ? { kind: 'ended', reason: 'autoPayOff' } : null;
}

/**
 * R14: auto-pay charges what was told, and a bank debit only when that was long enough ago. Another
 * amount is told first and charged later.
 */
async function refusalOfNotice(
  tx: Tx,
  deps: Deps,
  { standing, bought }: { standing: Standing; bought: Bought },
): Promise<Refusal | null> {
  const { company, item, today } = standing;
  if (item.arrangement.kind !== 'autoPay') return null;
  const { companyId, arrangement } = item;
  const { kind } = bought.method;
  const totalCents = addCents(bought.amountCents, bought.feeCents);
  const named = { companyId, occurrenceOf: occurrenceOf(arrangement), amountCents: totalCents };
  const noticedAt = await findNoticedAt(tx, named);
  const now = deps.clock.now();
  if (noticedAt && isNoticeOldEnough({ kind, noticedAt, now })) return null;
  if (!noticedAt) {
    const chargeOn = postponedOn({ kind, today, hour: hourIn(company.timeZone, now) });
    await postponeAutoPayCharge(tx, { companyId, id: arrangement.id }, chargeOn);
    const { accountRef, customerId, id: invoiceId } = standing.invoice;
    const { brand, last4 } = bought.method;
    const upcoming = { customerId, invoiceId, accountRef, arrangement, chargeOn };
    await tellOfCharge(tx, deps, { companyId, ...upcoming, totalCents, kind, brand, last4 });
  }
  return { kind: 'waits', reason: 'notice' };
}

async function write(
  tx: Tx,
  deps: Deps,
  { standing, bought }: { standing: Standing; bought: Bought },
): Promise<Begun> {
  const { company, item, invoice, locked } = standing;
  const { companyId, customerId, arrangement } = item;
  const { method, mandate, source, amountCents, feeCents } = bought;
  const { kind, id } = arrangement;
  const request = await findRequestOfInvoice(tx, { companyId, invoiceId: invoice.id });
  const payer = await findPayer(tx, { companyId, customerId });
  invariant(request && payer, 'an invoice has its request and its payer');
  const tryNumber = locked.tries + 1;
  await updateRetries(tx, item, { tries: tryNumber, nextTryOn: null });
  return writeAttempt(tx, deps, {
    payee: { request, invoice, company, payer: { ...payer, reference: customerId } },
    purchase: {
      ...TERMS[kind],
      amountCents,
      feeCents,
      quotedCents: null,
      kind: method.kind,
      initiator: 'MIT',
      source,
      method,
      mandateId: mandate.id,
      keepsMethodAs: null,
      plan:
        kind === 'installment'
          ? { planId: id, from: arrangement.index, to: arrangement.index }
          : null,
      scheduleId: kind === 'schedule' ? id : null,
      occurrence: { of: occurrenceOf(arrangement), on: item.occurrenceOn, tryNumber },
    },
    actor: ACTOR,
    evidence: mandate.evidence,
  });
}

const TERMS = {
  schedule: { purpose: 'EXTENSION', paymentOption: 'PAYMENT_EXTENSION', series: 'single' },
  installment: { purpose: 'PLAN', paymentOption: 'PAYMENT_PLAN', series: 'installment' },
  autoPay: { purpose: 'FULL_AMOUNT', paymentOption: 'PAY_IN_FULL', series: 'recurring' },
} as const;

async function decide(tx: Tx, deps: Deps, due: Due): Promise<MerchantStart> {
  const standing = await lockAll(tx, deps, due);
  const early = (await refusalOfTime(tx, deps, standing)) ?? refusalOfState(standing);
  if (early) return writeRefusal(tx, deps, { standing, refusal: early });
  const bought = await buy(tx, deps, standing);
  if ('reason' in bought) return writeRefusal(tx, deps, { standing, refusal: bought });
  const untold = await refusalOfNotice(tx, deps, { standing, bought });
  if (untold) return untold;
  return { kind: 'started', begun: await write(tx, deps, { standing, bought }) };
}

/** The indexes are the last guard: whatever two workers believed, one of them charges. */
function isOthersTurn(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return (
    constraint?.startsWith('one_open_attempt_per_') === true ||
    constraint === 'one_attempt_per_occurrence_and_try'
  );
}

export async function beginMerchant(deps: Deps, due: Due): Promise<MerchantStart> {
  const { companyId } = due.item;
  try {
    return await deps.database.inCompany({ companyId }, (tx) => decide(tx, deps, due));
  } catch (error) {
    if (isOthersTurn(error)) return { kind: 'waits', reason: 'processing' };
    throw error;
  }
}
