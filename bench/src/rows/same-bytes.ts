/** The health endpoint and the first HTML document, compared with a plain server that sends the same bytes. */
import { randomUUID } from 'node:crypto';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns } from '../measure/interleaved.ts';
import type { Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { addPublicInvoice } from '../seed/public-invoice.ts';

const CLIENTS = 16;

const HEALTH: Row = { name: 'health', label: 'health check, 16 clients', bounds: [] };
const DOCUMENT: Row = {
  name: 'document/public',
  label: 'first HTML document of a public link, 16 clients',
  bounds: [],
};

async function comparePath(bench: Bench, row: Row, path: string) {
  const answer = await fetch(`${bench.portal.url}${path}`, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const contentType = answer.headers.get('content-type') ?? 'text/html';
  const body = new Uint8Array(await answer.arrayBuffer());
  const barePath = await bench.bare.serve(randomUUID(), { contentType, body });
  const target = (origin: string, targetPath: string) => ({
    origin,
    connections: CLIENTS,
    requests: () => [
      { method: 'GET' as const, path: targetPath, headers: { accept: 'text/html' } },
    ],
  });
  const { ours, bare } = await measureInTurns(bench, {
    bare: { name: `${row.name}, bare`, ...target(bench.bare.url, barePath) },
    ours: { name: row.name, ...target(bench.portal.url, path) },
  });
  const measurement = await comparison(bench, { ours, bare });
  const notes = [...measurement.notes, `${body.byteLength} bytes`];
  return { row, measurement: { ...measurement, notes } };
}

export const HEALTH_ROWS: RowGroup = {
  rows: [HEALTH],
  measure: async (bench) => [await comparePath(bench, HEALTH, '/api/health')],
};

export const DOCUMENT_ROWS: RowGroup = {
  rows: [DOCUMENT],
  async measure(bench) {
    const { company, token } = await addPublicInvoice(bench);
    return [await comparePath(bench, DOCUMENT, `/${company.domain}/pay/${token}`)];
  },
};
