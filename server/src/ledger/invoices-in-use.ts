/**
 * Finds the invoices that a payer is paying or has arranged to pay. Their amounts and due dates must not change.
 */
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { and, type Column, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { together } from '../platform/database/transaction.ts';
import { schedules } from '../schema/arrangements.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { intents, OPEN_INTENT_STATES } from '../schema/intents.ts';
import { requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';

export type InvoicesInUse = {
  beingPaid: ReadonlySet<InvoiceId | null>;
  scheduled: ReadonlySet<InvoiceId | null>;
};

const INTENDED = sql<InvoiceId | null>`coalesce(${intents.invoiceId}, ${requests.invoiceId})`;

type Invoices = { companyId: CompanyId; invoiceIds: readonly InvoiceId[] };

/** The invoices must be locked. An intent that a payer may still confirm was created for the old amount. */
export async function findInvoicesInUse(
  tx: Tx,
  { companyId, invoiceIds }: Invoices,
): Promise<InvoicesInUse> {
  const isTheirs = (column: Column) => sql`${column} = any(${sql.param([...invoiceIds])}::uuid[])`;
  const theirRequests = tx
    .select({ id: requests.id })
    .from(requests)
    .where(and(matching(requests, { companyId }), isTheirs(requests.invoiceId)));
  const [paid, paidAmongOthers, intended, scheduled] = await together([
    tx
      .select({ invoiceId: attempts.invoiceId })
      .from(attempts)
      .where(
        and(matching(attempts, { companyId, state: OPEN_STATES }), isTheirs(attempts.invoiceId)),
      ),
    tx
      .select({ invoiceId: attemptParts.invoiceId })
      .from(attemptParts)
      .where(
        and(matching(attemptParts, { companyId, isOpen: true }), isTheirs(attemptParts.invoiceId)),
      ),
    tx
      .select({ invoiceId: INTENDED })
      .from(intents)
      .innerJoin(
        requests,
        matching(requests, { companyId: intents.companyId, id: intents.requestId }),
      )
      .where(
        and(
          matching(intents, { companyId, state: OPEN_INTENT_STATES }),
          or(isTheirs(intents.invoiceId), sql`${intents.requestId} = any(array(${theirRequests}))`),
        ),
      ),
    tx
      .select({ invoiceId: schedules.invoiceId })
      .from(schedules)
      .where(
        and(
          matching(schedules, { companyId, state: ['LIVE', 'SUSPENDED'] }),
          isTheirs(schedules.invoiceId),
        ),
      ),
  ]);
  return {
    beingPaid: new Set(
      [...paid, ...paidAmongOthers, ...intended].map(({ invoiceId }) => invoiceId),
    ),
    scheduled: new Set(scheduled.map(({ invoiceId }) => invoiceId)),
  };
}
