/**
 * Receipts as files (R26): the link to one, the file behind the link, and the file that goes with a
 * mail. The link is good for a few minutes, and only in the session that asked for it.
 */
import type { AttemptId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';
import { resolveCookie } from '../../access/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { CustomerPrincipal } from '../../principal.ts';
import { drawReceipt } from '../../receipts/draw-receipt.ts';
import { receiptNumberOf } from '../../receipts/receipt-number.ts';
import { findCustomer } from '../../storage/billing/customers.ts';
import { findReceipt, type ReceiptKey } from '../../storage/billing/receipts.ts';
import { readOwn } from '../customer-scope.ts';
import { passTo, readPass } from './document-pass.ts';
import { receiptText } from './receipt-text.ts';

const placeOfPass = (attemptId: AttemptId) => `attempts/${attemptId}/receipt`;

export type ReceiptFile = { name: string; bytes: Buffer<ArrayBuffer> };

/** Null when nothing was paid. */
export async function drawReceiptOf(deps: Deps, key: ReceiptKey): Promise<ReceiptFile | null> {
  const text = await readOwn(deps, key, async (tx, company) => {
    const row = await findReceipt(tx, key);
    const customer = await findCustomer(tx, key);
    return row && customer ? receiptText({ row, company, customer, now: deps.clock.now() }) : null;
  });
  if (!text) return null;
  return { name: `receipt-${receiptNumberOf(key.attemptId)}.pdf`, bytes: await drawReceipt(text) };
}

export function linkToReceipt(
  deps: Deps,
  principal: CustomerPrincipal,
  attemptId: AttemptId,
): Promise<string> {
  const { companyId, customerId } = principal;
  return readOwn(deps, principal, async (tx) => {
    const row = await findReceipt(tx, { companyId, customerId, attemptId });
    if (!row) throw new AppError('NOT_FOUND');
    const path = pathTo(ROUTES.receipt.path, { id: attemptId });
    return passTo(deps, principal, { path, place: placeOfPass(attemptId) });
  });
}

export type Download = { attemptId: AttemptId; pass: string; cookie: string | null };

/** Unknown, expired, foreign, and without its session: all the same 404. */
export async function downloadReceipt(
  deps: Deps,
  { attemptId, pass, cookie }: Download,
): Promise<ReceiptFile> {
  const holder = readPass(deps, pass, placeOfPass(attemptId));
  const session = holder && cookie ? await resolveCookie(deps, cookie) : null;
  if (!holder || session?.id !== holder.sessionId) throw new AppError('NOT_FOUND');
  const { companyId, customerId } = holder;
  const file = await drawReceiptOf(deps, { companyId, customerId, attemptId });
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}
