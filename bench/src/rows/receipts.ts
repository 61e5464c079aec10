/** PDF receipts, compared with a document of the same content drawn directly with the library. */

import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns } from '../measure/interleaved.ts';
import type { Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { addCompany, addCustomers, type CustomerKey, signIn } from '../seed/add-company.ts';
import { addMixedInvoices, addPayments } from '../seed/add-invoices.ts';

const CLIENTS = 4;
const PAYMENTS = 100;

const RECEIPTS: Row = {
  name: 'receipts',
  label: 'receipts as PDF, 4 clients',
  bounds: [{ kind: 'ratio', min: 0.7 }],
};

const TEXTS = {
  head: [
    'Company receipts',
    'Receipt',
    'R-7K2M-9QXT',
    '$103.30',
    'Paid on Nov 15, 2026 2:31 PM EST',
  ],
  facts: [
    ['Paid by', 'Maya Ortiz'],
    ['Customer reference', 'C-00000000-0000-4000-8000-000000000000'],
    ['Invoice', 'RC-0000042'],
    ['For', 'Crown restoration, tooth 10'],
    ['Payment method', 'Visa ending in 4242'],
    ['Date', 'Nov 15, 2026 2:31 PM EST'],
    ['Processor reference', 'PayEngine txn_00000000-0000-4000-8000-000000000000'],
    ['Status', 'Success'],
  ],
  sums: [
    ['Amount', '$100.00'],
    ['Processing fee', '$3.30'],
    ['Total', '$103.30'],
  ],
  footer:
    'Questions about this payment? Please contact Company receipts and mention receipt R-7K2M-9QXT.',
};

async function addPaidCustomer(bench: Bench): Promise<CustomerKey> {
  const { companyId } = await addCompany(bench, { name: 'receipts' });
  const customerIds = await addCustomers(bench, companyId, 1);
  await addMixedInvoices(bench, { companyId, customerIds, count: PAYMENTS, prefix: 'RC' });
  const [customerId] = customerIds;
  if (!customerId) throw new Error('the customer was not written');
  await addPayments(bench, { companyId, customerId });
  return { companyId, customerId };
}

const linkSchema = z.object({ link: z.string() });

/** Uses a new session for each measurement because links expire within minutes. */
async function requestsFor(bench: Bench, customer: CustomerKey) {
  const { bearer, cookie } = await signIn(bench, customer);
  const { rows } = await bench.pool.query<{ id: string }>(
    'select id from attempts where company_id = $1 and customer_id = $2',
    [customer.companyId, customer.customerId],
  );
  const requests = rows.map(async ({ id }) => {
    const path = pathTo(ROUTES.receiptLink.path, { id });
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await fetch(`${bench.portal.url}${path}`, { headers });
    const { pathname, search } = new URL(
      linkSchema.parse(await answer.json()).link,
      bench.portal.url,
    );
    return {
      method: 'GET' as const,
      path: `${pathname}${search}`,
      headers: { cookie: `AccessToken=${cookie}` },
    };
  });
  return Promise.all(requests);
}

async function setBareTexts({ bare }: Bench): Promise<void> {
  await fetch(`${bare.url}/receipt`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(TEXTS),
  });
}

export const RECEIPT_ROWS: RowGroup = {
  rows: [RECEIPTS],
  async measure(bench) {
    const customer = await addPaidCustomer(bench);
    await setBareTexts(bench);
    const { ours, bare } = await measureInTurns(bench, {
      bare: {
        name: 'receipts, bare',
        origin: bench.bare.url,
        connections: CLIENTS,
        requests: () => [{ method: 'GET', path: '/receipt' }],
      },
      ours: {
        name: 'receipts',
        origin: bench.portal.url,
        connections: CLIENTS,
        requests: () => requestsFor(bench, customer),
      },
    });
    const measurement = await comparison(bench, { ours, bare, unit: 'PDF/s' });
    return [{ row: RECEIPTS, measurement }];
  },
};
