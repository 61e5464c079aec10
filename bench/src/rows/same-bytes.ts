/** The health endpoint and the first HTML document, compared with a plain server that sends the same bytes. */
import { randomUUID } from 'node:crypto';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns } from '../measure/interleaved.ts';
import type { MeasuredRow, Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { addCustomers, addLink } from '../seed/add-company.ts';
import { addPayableInvoices } from '../seed/add-invoices.ts';
import { addPublicInvoice } from '../seed/public-invoice.ts';

const CLIENTS = 16;

const HEALTH: Row = { name: 'health', label: 'health check, 16 clients', bounds: [] };
const DOCUMENT: Row = {
  name: 'document/public',
  label: 'HTML document of a public link that is opened again, 16 clients',
  bounds: [{ kind: 'rate', min: 1500 }],
};
const FIRST_DOCUMENT: Row = {
  name: 'document/first',
  label: 'HTML document of a public link that is opened for the first time, 16 clients',
  bounds: [],
};
/** More than the server keeps in memory: each is forgotten before it is opened again. */
const LINKS = 1000;

async function comparePaths(bench: Bench, row: Row, paths: readonly [string, ...string[]]) {
  const [path] = paths;
  const answer = await fetch(`${bench.portal.url}${path}`, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const contentType = answer.headers.get('content-type') ?? 'text/html';
  const body = new Uint8Array(await answer.arrayBuffer());
  const barePath = await bench.bare.serve(randomUUID(), { contentType, body });
  const target = (origin: string, opened: readonly string[]) => ({
    origin,
    connections: CLIENTS,
    requests: () =>
      opened.map((each) => ({
        method: 'GET' as const,
        path: each,
        headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
      })),
  });
  const { ours, bare } = await measureInTurns(bench, {
    bare: { name: `${row.name}, bare`, ...target(bench.bare.url, [barePath]) },
    ours: { name: row.name, ...target(bench.portal.url, paths) },
  });
  const measurement = await comparison(bench, { ours, bare });
  const notes = [...measurement.notes, `${body.byteLength} bytes`];
  return { row, measurement: { ...measurement, notes } };
}

export const HEALTH_ROWS: RowGroup = {
  rows: [HEALTH],
  measure: async (bench) => [await comparePaths(bench, HEALTH, ['/api/health'])],
};

async function addLinks(bench: Bench): Promise<[string, ...string[]]> {
  const { company, token } = await addPublicInvoice(bench);
  const { companyId, domain } = company;
  const customerIds = await addCustomers(bench, companyId, LINKS);
  const invoices = { companyId, customerIds, count: LINKS, prefix: 'FD' };
  const paths: [string, ...string[]] = [`/${domain}/pay/${token}`];
  for (const { customerId, requestId } of await addPayableInvoices(bench, invoices)) {
    const each = await addLink(bench, { companyId, customerId }, requestId);
    paths.push(`/${domain}/pay/${each}`);
  }
  await bench.pool.query('analyze customers, requests, capabilities');
  return paths;
}

export const DOCUMENT_ROWS: RowGroup = {
  rows: [DOCUMENT, FIRST_DOCUMENT],
  async measure(bench, selected) {
    const paths = await addLinks(bench);
    const measured: MeasuredRow[] = [];
    if (selected.includes(DOCUMENT)) measured.push(await comparePaths(bench, DOCUMENT, [paths[0]]));
    if (selected.includes(FIRST_DOCUMENT))
      measured.push(await comparePaths(bench, FIRST_DOCUMENT, paths));
    return measured;
  },
};
