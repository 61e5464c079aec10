/**
 * Effects of a payment on several invoices (R48): either all parts settle or none. The invoices are read and
 * written together. Only an invoice with an offer or an arrangement needs its own statements. Called only by
 * settle().
 */
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { receivable } from '@quittance/domain/ledger-accounts';
import type { Part } from '@quittance/domain/postings';
import { changeBalances, finishAutoPays } from '../../invoices/changed-balances.ts';
import type { InvoiceChange } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { addPartCredits, lockParts, type PaidPart } from '../../ledger/attempt-parts.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { type InvoiceHolds, listHolds } from '../../ledger/holds.ts';
import type { Tx } from '../../platform/database/database.ts';
import { finishSchedule, recordEvents } from '../../platform/events/record-event.ts';
import { endLinksOfPaid } from '../../requests/create-link.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import {
  statusAfterDispute,
  statusAfterPayment,
  statusAfterReturn,
} from '../core/invoice-status-after.ts';
import { onReturn } from '../dunning/on-return.ts';
import { balanceAfter, balanceAfterReturn } from './compensate.ts';
import { postReturn, postSuccess, type Settlement } from './ledger.ts';
import { eventsAfterPayment, owedOn } from './settle-invoice.ts';

type Parts = readonly PaidPart[];
type OnParts = { attempt: Attempt; parts: Parts };

export const settleParts: Settlement<{ parts: Parts }> = { succeeded, declined, returned };

type HeldPart = PaidPart & { holds: InvoiceHolds };

async function withHolds(tx: Tx, { attempt, parts }: OnParts): Promise<HeldPart[]> {
  const { companyId, id: except } = attempt;
  const invoiceIds = parts.map(({ invoice }) => invoice.id);
  const holds = await listHolds(tx, { companyId, invoiceIds, except });
  return parts.flatMap((part) => {
    const held = holds.get(part.invoice.id);
    return held ? [{ ...part, holds: held }] : [];
  });
}

type ChangedInvoice = { before: InvoiceRow; after: InvoiceRow; holds: InvoiceHolds };

async function changeAll(
  tx: Tx,
  deps: Deps,
  { attempt, parts, change }: OnParts & { change(part: HeldPart): Promise<InvoiceChange> },
): Promise<ChangedInvoice[]> {
  const { companyId } = attempt;
  const changed: ChangedInvoice[] = [];
  for (const part of await withHolds(tx, { attempt, parts })) {
    const { invoice: before, holds } = part;
    changed.push({ before, holds, after: { ...before, ...(await change(part)) } });
  }
  const at = deps.clock.now();
  changeBalances(
    tx,
    { companyId, at },
    changed.map(({ after }) => after),
  );
  const events = changed.flatMap(({ before, after }) =>
    eventsAfterPayment({ before, after }).map((type) => ({ type, id: after.id })),
  );
  for (const type of new Set(events.map((event) => event.type))) {
    const objectIds = events.filter((event) => event.type === type).map(({ id }) => id);
    recordEvents(tx, { companyId, type, objectIds, at });
    if (type === 'invoice.paid') endLinksOfPaid(tx, deps, { companyId, invoiceIds: objectIds });
  }
  return changed;
}

const toReceivable = ({ invoice, amountCents }: PaidPart): Part => ({
  account: receivable(invoice.id),
  amountCents: minCents(amountCents, owedOn(invoice)),
});

function computeAmounts(parts: readonly Part[]): (invoice: InvoiceRow) => Cents {
  const byAccount = new Map(parts.map(({ account, amountCents }) => [account, amountCents]));
  return ({ id }) => byAccount.get(receivable(id)) ?? ZERO;
}

async function succeeded(tx: Tx, deps: Deps, { attempt, parts }: OnParts): Promise<Attempt> {
  const { companyId, id: attemptId } = attempt;
  const posted = await postSuccess(tx, deps, { attempt, receivables: parts.map(toReceivable) });
  const paidOn = computeAmounts(posted.paid);
  const credits = parts
    .map(({ invoice, amountCents }) => ({
      invoiceId: invoice.id,
      amountCents: subtractCents(amountCents, paidOn(invoice)),
    }))
    .filter(({ amountCents }) => amountCents > 0);
  addPartCredits(tx, { companyId, attemptId }, credits);
  const changed = await changeAll(tx, deps, {
    attempt: posted.attempt,
    parts,
    change: async ({ invoice, holds }) => {
      const paidCents = addCents(invoice.paidCents, paidOn(invoice));
      const paid = await balanceAfter(tx, deps, { attempt, invoice, paidCents });
      const after = { attempt, invoice: { ...invoice, ...paid }, holds, isReceived: true };
      return { ...paid, ...(await statusAfterPayment(tx, deps, after)) };
    },
  });
  const closed = changed.filter(({ after }) => isPaidUp(after));
  finishAutoPays(
    tx,
    companyId,
    closed.map(({ after }) => after),
  );
  const at = deps.clock.now();
  for (const { after } of closed.filter(({ holds }) => holds.hasSchedule)) {
    finishSchedule(tx, { companyId, invoiceId: after.id, at });
  }
  return posted.attempt;
}

const isPaidUp = ({ paidCents, totalCents }: InvoiceRow) => paidCents === totalCents;

async function declined(tx: Tx, deps: Deps, { attempt, parts }: OnParts): Promise<Attempt> {
  await changeAll(tx, deps, {
    attempt,
    parts,
    change: ({ invoice, holds }) =>
      statusAfterPayment(tx, deps, { attempt, invoice, holds, isReceived: false }),
  });
  return attempt;
}

async function returned(tx: Tx, deps: Deps, { attempt, parts }: OnParts): Promise<Attempt> {
  const reversedOn = computeAmounts(await postReturn(tx, deps, attempt));
  await changeAll(tx, deps, {
    attempt,
    parts,
    change: async ({ invoice, holds }) => {
      const reversedCents = reversedOn(invoice);
      const owing = await balanceAfterReturn(tx, deps, { attempt, invoice, reversedCents });
      const after = { attempt, invoice: { ...invoice, ...owing }, holds };
      return { ...owing, ...(await statusAfterReturn(tx, deps, after)) };
    },
  });
  await onReturn(tx, deps, attempt);
  return attempt;
}

/** Runs after the dispute of the payment was opened, won, or lost in part. */
export async function movePartsAfterDispute(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const { companyId, id: attemptId } = attempt;
  const parts = await lockParts(tx, { companyId, attemptId });
  await changeAll(tx, deps, {
    attempt,
    parts,
    change: ({ invoice, holds }) => statusAfterDispute(tx, deps, { attempt, invoice, holds }),
  });
}
