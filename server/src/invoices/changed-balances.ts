import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { autoPayCharges } from '../schema/arrangements.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoices } from '../schema/invoices.ts';
import { reopenedAt } from './store.ts';

export type ChangedBalance = Pick<
  InvoiceRow,
  'id' | 'paidCents' | 'waivedCents' | 'status' | 'statusBefore' | 'negotiation'
>;

/** Like `changeInvoice` for several invoices. Does not wait for the write. */
export function changeBalances(
  tx: Tx,
  { companyId, at }: { companyId: CompanyId; at: Instant },
  changed: readonly ChangedBalance[],
): void {
  if (changed.length === 0) return;
  const rows = changed.map(({ id, paidCents, waivedCents, status, statusBefore, negotiation }) => ({
    id,
    paidCents,
    waivedCents,
    status,
    statusBefore,
    negotiation,
  }));
  const statement = sql`update ${invoices} set paid_cents = given."paidCents", waived_cents = given."waivedCents",
      status = given.status, status_before = given."statusBefore", negotiation = given.negotiation,
      reopened_at = ${reopenedAt({ paid: sql`given."paidCents"`, at: sql`${at}::timestamptz` })},
      version = ${invoices.version} + 1, updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given
      (id uuid, "paidCents" bigint, "waivedCents" bigint, status text, "statusBefore" text, negotiation jsonb)
    where ${invoices.companyId} = ${companyId} and ${invoices.id} = given.id`;
  const execute = async () => {
    const { rowCount } = await tx.execute(statement);
    invariant(rowCount === changed.length, 'every invoice of a payment is changed');
  };
  sendAhead(tx, { execute });
}

type ChangedRefund = {
  invoiceId: InvoiceId;
  /** Given back by refunds that were made. */
  amountCents?: Cents;
  owedAgainCents?: Cents;
  /** Reserved by refunds that are ordered. */
  refundingCents?: Cents;
};

/** Adds to what refunds give back on each invoice, or subtracts from it. They must be locked. */
export function addRefunded(
  tx: Tx,
  { companyId, at }: { companyId: CompanyId; at: Instant },
  added: readonly ChangedRefund[],
): void {
  if (added.length === 0) return;
  const statement = sql`update ${invoices} set
      refunded_cents = ${invoices.refundedCents} + coalesce(given."amountCents", 0),
      owed_again_cents = ${invoices.owedAgainCents} + coalesce(given."owedAgainCents", 0),
      refunding_cents = ${invoices.refundingCents} + coalesce(given."refundingCents", 0),
      version = ${invoices.version} + 1, updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(added)}::json) as given
      ("invoiceId" uuid, "amountCents" bigint, "owedAgainCents" bigint, "refundingCents" bigint)
    where ${invoices.companyId} = ${companyId} and ${invoices.id} = given."invoiceId"`;
  const execute = async () => {
    const { rowCount } = await tx.execute(statement);
    invariant(rowCount === added.length, 'every refunded invoice is changed');
  };
  sendAhead(tx, { execute });
}

/** Early payments leave nothing to charge on the planned days, so the planned charges are closed. */
export function finishAutoPays(
  tx: Tx,
  companyId: CompanyId,
  paid: readonly Pick<InvoiceRow, 'id'>[],
): void {
  if (paid.length === 0) return;
  const ids = sql.param(paid.map(({ id }) => id));
  sendAhead(
    tx,
    tx
      .update(autoPayCharges)
      .set({ state: 'DONE' })
      .where(
        sql`${autoPayCharges.companyId} = ${companyId} and ${autoPayCharges.state} = 'LIVE'
          and ${autoPayCharges.invoiceId} = any(${ids}::uuid[])`,
      ),
  );
}
