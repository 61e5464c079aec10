/** One invoice, through a public link and by a signed-in customer, compared with a bare read of one row. */

import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns } from '../measure/interleaved.ts';
import type { MeasuredRow, Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import type { LoadRequest } from '../programs/load-messages.ts';
import { addPublicInvoice } from '../seed/public-invoice.ts';

const CLIENTS = 16;
const BOUNDS = [{ kind: 'ratio', min: 0.5 }] as const;

const PUBLIC: Row = {
  name: 'invoice/public',
  label: 'an invoice by its public link, 16 clients',
  bounds: BOUNDS,
};
const PRIVATE: Row = {
  name: 'invoice/private',
  label: 'an invoice of a signed-in customer, 16 clients',
  bounds: BOUNDS,
};

export async function answerTo(url: string, { method, path, headers = {} }: LoadRequest) {
  const answer = await fetch(`${url}${path}`, { method, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return { bytes: Buffer.byteLength(text), text };
}

type SeededInvoice = Awaited<ReturnType<typeof addPublicInvoice>>;

export function readRequest({
  company,
  token,
}: Pick<SeededInvoice, 'company' | 'token'>): LoadRequest {
  const path = pathTo(ROUTES.publicInvoice.path, { company: company.domain, id: token });
  return { method: 'GET', path };
}

function toRequest({ name }: Row, seeded: SeededInvoice): LoadRequest {
  if (name === PUBLIC.name) return readRequest(seeded);
  const { invoice, bearer } = seeded;
  const path = pathTo(ROUTES.invoice.path, { id: invoice.invoiceId });
  return { method: 'GET', path, headers: { authorization: `Bearer ${bearer}` } };
}

async function measureRow(bench: Bench, row: Row): Promise<MeasuredRow> {
  const seeded = await addPublicInvoice(bench);
  const request = toRequest(row, seeded);
  const { bytes } = await answerTo(bench.portal.url, request);
  const { company, invoice } = seeded;
  const key = `${company.companyId}/${invoice.customerId}/${invoice.invoiceId}`;
  const bareRequest: LoadRequest = { method: 'GET', path: `/invoice/${key}/${bytes}` };
  await answerTo(bench.bare.url, bareRequest);
  const { ours, bare } = await measureInTurns(bench, {
    bare: {
      name: `${row.name}, bare`,
      origin: bench.bare.url,
      connections: CLIENTS,
      requests: () => [bareRequest],
    },
    ours: {
      name: row.name,
      origin: bench.portal.url,
      connections: CLIENTS,
      requests: () => [request],
    },
  });
  return { row, measurement: await comparison(bench, { ours, bare }) };
}

export const ONE_INVOICE_ROWS: RowGroup = {
  rows: [PUBLIC, PRIVATE],
  async measure(bench, selected) {
    const measuredRows: MeasuredRow[] = [];
    for (const row of selected) measuredRows.push(await measureRow(bench, row));
    return measuredRows;
  },
};
