/** What the company's own system orders: refunds, decisions, write-offs, voids and disputes of its customers. */
import type { AttemptId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { voidInvoice, writeOffInvoice } from '../../src/provider/invoices/change-invoice.ts';
import {
  disputeInvoice,
  reopenInvoice,
  resolveInvoice,
} from '../../src/provider/invoices/dispute-invoice.ts';
import { decidePayment } from '../../src/provider/payments/decide-payment.ts';
import { orderRefund } from '../../src/provider/payments/refunds.ts';
import type { Tx } from '../../src/storage/database.ts';
import { attempts } from '../../src/storage/schema/payments.ts';
import type { ProviderWork } from './commands.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

const REASON = 'as agreed';

async function chosenPayment(
  { database }: SimWorld,
  states: ('SUCCEEDED' | 'SENT' | 'UNKNOWN')[],
  pick: number,
): Promise<AttemptId | null> {
  const rows = await uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select({ id: attempts.id })
        .from(attempts)
        .where(
          and(
            inArray(attempts.state, states),
            ne(attempts.processor, 'manual'),
            eq(attempts.type, 'PAYMENT'),
          ),
        )
        .orderBy(attempts.createdAt, attempts.id),
    ),
  );
  return rows[pick % Math.max(rows.length, 1)]?.id ?? null;
}

const actorOf = ({ company }: SimWorld) => ({ companyId: company.companyId, name: 'key:sim' });

/** The payment that an order is about; null for orders about an invoice. */
async function paymentOf(world: SimWorld, { name, invoice }: ProviderWork) {
  if (name === 'orderRefund') return chosenPayment(world, ['SUCCEEDED'], invoice);
  return name === 'decide' ? chosenPayment(world, ['SENT', 'UNKNOWN'], invoice) : null;
}

async function perform(tx: Tx, world: SimWorld, { invoice, work, attemptId }: Chosen) {
  const { deps } = world;
  const actor = actorOf(world);
  const decided = { actor, invoiceId: invoice.invoiceId, reason: REASON };
  switch (work.name) {
    case 'orderRefund': {
      const input = { reason: REASON, ...(work.isWhole ? {} : { amount: cents(100) }) };
      return attemptId && orderRefund(tx, deps, { actor, attemptId, input });
    }
    case 'decide': {
      // Also what the processor charged late: its record is found by the reconciliation.
      const decision = { outcome: 'not_paid', reason: REASON } as const;
      return attemptId && decidePayment(tx, deps, { actor, attemptId, decision });
    }
    case 'reopen':
      return reopenInvoice(tx, deps, decided);
    case 'writeOff':
      return writeOffInvoice(tx, deps, decided);
    case 'voidInvoice':
      return voidInvoice(tx, deps, decided);
    case 'disputeInvoice':
      return disputeInvoice(tx, deps, decided);
    case 'resolveInvoice':
      return resolveInvoice(tx, deps, decided);
  }
}

type Ordered = { invoice: SimInvoice; work: ProviderWork };
type Chosen = Ordered & { attemptId: AttemptId | null };

export async function workAsProvider(world: SimWorld, ordered: Ordered): Promise<void> {
  const { companyId } = world.company;
  const attemptId = await paymentOf(world, ordered.work);
  await world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    perform(tx, world, { ...ordered, attemptId }),
  );
}
