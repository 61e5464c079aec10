/**
 * The balance of a written-off invoice is posted as given up, as long as the invoice is written off (R115). When the
 * balance changes, it is posted anew: what a payment takes off it is a recovery, and a return gives it up again.
 */
import { type Cents, ZERO } from '@quittance/contract/money';
import { postingsForWriteOff } from '@quittance/domain/postings';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { lockUncollectible } from '../../ledger/attempts.ts';
import { appendPostings } from '../../ledger/postings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceKey } from '../../platform/database/keys.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { insertCompensation, reverseCompensation } from './compensation.ts';
import { owedOn } from './settle-invoice.ts';

const toGivenUp = (invoice: InvoiceRow | null): Cents =>
  invoice && invoice.writtenOffAt !== null ? owedOn(invoice) : ZERO;

/** The invoice must be locked, and have its new balance. */
export async function postUncollectible(tx: Tx, deps: Deps, key: InvoiceKey): Promise<void> {
  const invoice = await lockInvoice(tx, key);
  const amountCents = toGivenUp(invoice);
  const standing = await lockUncollectible(tx, key);
  if (!invoice || (standing?.amountCents ?? ZERO) === amountCents) return;
  if (standing) await reverseCompensation(tx, deps, standing);
  if (amountCents === 0) return;
  const given = { invoice, method: 'UNCOLLECTIBLE', amountCents, note: null } as const;
  const attempt = await insertCompensation(tx, deps, given);
  const entries = postingsForWriteOff({ invoiceId: invoice.id, amountCents });
  await appendPostings(tx, { attempt, at: deps.clock.now() }, entries);
}

/** After a change of an invoice that was written off before it. */
export async function repostUncollectible(
  tx: Tx,
  deps: Deps,
  { companyId, id: invoiceId, writtenOffAt }: InvoiceRow,
): Promise<void> {
  if (writtenOffAt !== null) await postUncollectible(tx, deps, { companyId, invoiceId });
}
