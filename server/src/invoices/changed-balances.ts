import type { CompanyId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { autoPayCharges } from '../schema/arrangements.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoices } from '../schema/invoices.ts';

export type ChangedBalance = Pick<
  InvoiceRow,
  'id' | 'paidCents' | 'status' | 'statusBefore' | 'negotiation'
>;

/** Like `changeInvoice` for several invoices. Does not wait for the write. */
export function changeBalances(
  tx: Tx,
  companyId: CompanyId,
  changed: readonly ChangedBalance[],
): void {
  if (changed.length === 0) return;
  const rows = changed.map(({ id, paidCents, status, statusBefore, negotiation }) => ({
    id,
    paidCents,
    status,
    statusBefore,
    negotiation,
  }));
  const statement = sql`update ${invoices} set paid_cents = given."paidCents", status = given.status,
      status_before = given."statusBefore", negotiation = given.negotiation,
      version = ${invoices.version} + 1
    from json_to_recordset(${JSON.stringify(rows)}::json) as given
      (id uuid, "paidCents" bigint, status text, "statusBefore" text, negotiation jsonb)
    where ${invoices.companyId} = ${companyId} and ${invoices.id} = given.id`;
  const execute = async () => {
    const { rowCount } = await tx.execute(statement);
    invariant(rowCount === changed.length, 'every invoice of a payment is changed');
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
