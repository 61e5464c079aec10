/** Cash payments that the company records at a till, possibly twice under one receipt number, and reverses. */
import { cents } from '@quittance/contract/money';
import { and, eq } from 'drizzle-orm';
import { recordManualPayment, reverseManualPayment } from '../../src/payments/record-manual.ts';
import { attempts } from '../../src/schema/payments.ts';
import type { CashWork } from './commands.ts';
import { shownBy } from './pay.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

/** The idempotency scope that the portal uses for all tills. */
const SCOPE = 'manual';

type Receipt = SimWorld['receipts'][number];

async function newReceipt(
  world: SimWorld,
  invoice: SimInvoice,
  isWhole: boolean,
): Promise<Receipt> {
  const { amount } = await shownBy(world, invoice);
  const received = isWhole ? amount : Math.ceil(amount / 2);
  const receipt = { key: world.entropy.uuid(), invoiceRef: invoice.accountRef, amount: received };
  world.receipts.push(receipt);
  const promised = { quote: { amount: received, fee: 0 } };
  world.promises.submits.set(`${SCOPE} ${receipt.key}`, promised);
  return receipt;
}

async function record(
  world: SimWorld,
  { invoice, isWhole, isRepeated }: { invoice: SimInvoice; isWhole: boolean; isRepeated: boolean },
): Promise<void> {
  const { companyId } = world.company;
  const last = isRepeated ? world.receipts.at(-1) : undefined;
  const { key, invoiceRef, amount } = last ?? (await newReceipt(world, invoice, isWhole));
  if (amount < 1) return;
  await recordManualPayment(world.deps, {
    companyId,
    invoiceRef,
    key,
    method: 'CASH',
    amountCents: cents(amount),
    actor: 'till',
    at: world.clock.now(),
  });
}

/** An accepted reversal is final: the money is gone. */
async function reverse(world: SimWorld, pick: number): Promise<void> {
  const { company, database, deps, unexplained } = world;
  const { companyId } = company;
  const rows = await uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select({ id: attempts.id })
        .from(attempts)
        .where(and(eq(attempts.processor, 'manual'), eq(attempts.type, 'PAYMENT')))
        .orderBy(attempts.createdAt, attempts.id),
    ),
  );
  const row = rows[pick % Math.max(rows.length, 1)];
  if (!row) return;
  const { id: attemptId, state } = await reverseManualPayment(deps, {
    companyId,
    attemptId: row.id,
  });
  if (state !== 'RETURNED') unexplained.push(`cash ${attemptId} was reversed and is ${state}`);
}

export function workAtTill(world: SimWorld, invoice: SimInvoice, work: CashWork): Promise<void> {
  if (work.name === 'reverseCash') return reverse(world, work.invoice);
  return record(world, { ...work, invoice });
}
