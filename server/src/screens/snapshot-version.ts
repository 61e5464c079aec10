/**
 * The version of the payments that a page shows. A document has the version of its data, and a socket sends the
 * version at the time it joins, so that a page reads again what changed in between (R21). Every change of a row changes
 * its `xmin`, so no writer has to know about it.
 */
import type { CompanyId, CustomerId, RequestId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { schedules } from '../schema/arrangements.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { IS_SHOWN_SCHEDULE } from './shown-invoice.ts';

/** Without a request, all pages of the customer. */
export type Viewer = { companyId: CompanyId; customerId: CustomerId; requestId?: RequestId };

/** More than change between the read of a document and the moment its socket joins. */
const NEWEST = 10;

const OWN = {
  company: sql.placeholder('companyId'),
  customer: sql.placeholder('customerId'),
  request: sql.placeholder('requestId'),
};

const newestAttempts = (is: SQL): SQL => sql`(select string_agg(newest.changed, ',') from (
  select ${attempts}.xmin::text as changed from ${attempts}
  where ${attempts.companyId} = ${OWN.company} and ${is}
  order by ${attempts.createdAt} desc limit ${sql.raw(String(NEWEST))}) newest)`;

const versions = (table: typeof schedules | typeof paymentMethods, is: SQL): SQL =>
  sql`(select string_agg(${table}.xmin::text, ',') from ${table}
    where ${table.companyId} = ${OWN.company} and ${table.customerId} = ${OWN.customer} and ${is})`;

const toVersion = (...parts: SQL[]) => ({
  version: sql<string>`md5(concat_ws(';', ${sql.join(parts, sql`, `)}))`,
});

const ofRequest = () => ({
  selection: toVersion(
    sql`${requests}.xmin`,
    sql`(select ${invoices}.xmin from ${invoices} where ${invoices.companyId} = ${OWN.company}
      and ${invoices.id} = ${requests.invoiceId})`,
    newestAttempts(sql`${attempts.requestId} = ${OWN.request}`),
  ),
  source: sql`from ${requests} where ${requests.companyId} = ${OWN.company}
    and ${requests.id} = ${OWN.request}`,
});

const ofCustomer = () => ({
  selection: toVersion(
    sql`${customers}.xmin`,
    newestAttempts(sql`${attempts.customerId} = ${OWN.customer}`),
    versions(schedules, IS_SHOWN_SCHEDULE),
    versions(paymentMethods, sql`${paymentMethods.state} = 'active'`),
  ),
  source: sql`from ${customers} where ${customers.companyId} = ${OWN.company}
    and ${customers.id} = ${OWN.customer}`,
});

export async function readSnapshotVersion(
  tx: Tx,
  { companyId, customerId, requestId }: Viewer,
): Promise<string> {
  const [row] = requestId
    ? await readPrepared(
        tx,
        { name: 'request_version', values: { companyId, requestId } },
        ofRequest,
      )
    : await readPrepared(
        tx,
        { name: 'customer_version', values: { companyId, customerId } },
        ofCustomer,
      );
  invariant(row, 'the viewer exists');
  return row.version;
}
