/**
 * All receipts of a period as one PDF, one page each, for printing or for a tax advisor. Receipts are read and
 * drawn a few at a time.
 */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { formatDate } from '@quittance/contract/format';
import { dateIn } from '@quittance/contract/local-time';
import { invariant } from '@quittance/domain/invariant';
import { findLogo } from '../companies/logos/logo-rows.ts';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findCustomer } from '../customers/store.ts';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { drawDocument } from '../platform/pdf/draw-document.ts';
import { documentWordsFor } from '../texts/catalogs.ts';
import type { Receipt } from './draw-receipt.ts';
import { findReceipt, listPaidAttempts, type PaidAttempt } from './receipt-rows.ts';
import { receiptText } from './receipt-text.ts';

/** All have the same texts. */
type ReceiptData = Omit<Receipt, 'texts'>;

export type Period = CustomerKey & { from: IsoDate; to: IsoDate };

/** A bank debit is paid some days after it was submitted, and its receipt shows the payment date. */
const SETTLING_DAYS_MAX = 90;
const BATCH = 20;

function readBatch(deps: Deps, period: Period, after: PaidAttempt | null) {
  const { companyId, customerId, from, to } = period;
  return readAsCustomer(deps, period, async (tx, company) => {
    const span = { from: addDays(from, -SETTLING_DAYS_MAX), to, timeZone: company.timeZone };
    const paid = await listPaidAttempts(tx, { ...period, ...span, after, limit: BATCH });
    const customer = await findCustomer(tx, period);
    invariant(customer, 'a session has its customer');
    const logo = await findLogo(tx, companyId);
    const now = deps.clock.now();
    const receipts: ReceiptData[] = [];
    for (const { id: attemptId } of paid) {
      const row = await findReceipt(tx, { companyId, customerId, attemptId });
      if (!row) continue;
      const on = dateIn(company.timeZone, row.paidAt ?? row.attempt.createdAt);
      if (on < from || on > to) continue;
      const { texts: _texts, ...receipt } = receiptText({ row, company, logo, customer, now });
      receipts.push(receipt);
    }
    return { receipts, last: paid.length === BATCH ? (paid.at(-1) ?? null) : null };
  });
}

async function* toReceipts(deps: Deps, period: Period): AsyncGenerator<ReceiptData> {
  let after: PaidAttempt | null = null;
  do {
    const { receipts, last }: Awaited<ReturnType<typeof readBatch>> = await readBatch(
      deps,
      period,
      after,
    );
    yield* receipts;
    after = last;
  } while (after);
}

export async function drawReceiptsOfPeriod(deps: Deps, period: Period): Promise<Buffer> {
  const customer = await readAsCustomer(deps, period, (tx) => findCustomer(tx, period));
  invariant(customer, 'a session has its customer');
  const { receipts: words, dates, documents } = documentWordsFor(customer);
  const [from, to] = [formatDate(period.from, dates), formatDate(period.to, dates)];
  const receipts: ReceiptData[] = [];
  for await (const receipt of toReceipts(deps, period)) receipts.push(receipt);
  return drawDocument(period.companyId, 'receipts', {
    title: words.title(from, to),
    empty: words.empty(from, to),
    texts: documents,
    drawnAt: deps.clock.now(),
    receipts,
  });
}
