/** Uploads are stored only after clamd has scanned them (R98). The scanner of the tests listens on a real socket. */
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runImports } from '../../../src/exchange/import/run-imports.ts';
import { openScan } from '../../../src/platform/files/scan-file.ts';
import { type Behavior, TestClamd, VIRUS } from '../../world/clamd.ts';
import { forFile } from '../../world/for-file.ts';
import { useOwnPortal } from '../../world/own-portal.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';

const SHORT_MS = 300;
const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
let clamd: TestClamd;
let call: Provider;

beforeAll(async () => {
  clamd = await new TestClamd().start();
  call = await createProvider(portal, harbor);
  portal.deps.scan = openScan(clamd.url, SHORT_MS);
});
afterAll(async () => {
  delete portal.deps.scan;
  await clamd.stop();
});
beforeEach(() => {
  clamd.behavior = 'scans';
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');
const INFECTED = Buffer.concat([PNG, Buffer.from(VIRUS)]);
const MALFUNCTIONS: readonly Behavior[] = [
  'silent',
  'closes',
  { answer: 'INSTREAM size limit exceeded. ERROR' },
  { answer: 'stream: FOUND' },
  { answer: 'x'.repeat(5000) },
  { answer: '' },
];

async function newImport(): Promise<string> {
  const { body } = await call('POST', '/import-jobs', {
    body: { kind: 'customers', fileName: 'a.csv' },
  });
  return `/import-jobs/${body.id}`;
}

async function uploads() {
  const { invoiceId } = await portal.invoice(harbor);
  return [
    ['POST', `/invoices/${invoiceId}/attachments?name=plan.png`],
    ['PUT', '/company/logo'],
    ['POST', '/imports?kind=customers'],
    ['PUT', `${await newImport()}/parts/1`],
    ['PUT', `/disputes/${randomUUID()}/files/receipt?name=a.png`],
  ] as const;
}

const send = (method: string, path: string, body: Buffer) =>
  call(method, path, { body, type: 'application/octet-stream' });

async function countStored(): Promise<number> {
  const { rows } = await portal.deps.database.pool.query<{ count: string }>(
    'select (select count(*) from invoice_attachments) + (select count(*) from import_parts) as count',
  );
  return Number(rows[0]?.count);
}

describe('Scanning of uploads (R98)', () => {
  it('a file is stored only if the scanner finds nothing, and the uploader sees what it found', async () => {
    const before = await countStored();
    const [attachment, ...others] = await uploads();
    for (const [method, path] of [attachment, ...others]) {
      const { status, body } = await send(method, path, INFECTED);
      expect({ status, body }, path).toMatchObject({
        status: 422,
        body: { code: 'FILE_INFECTED' },
      });
      expect(JSON.stringify(body), path).toContain(`found ${VIRUS}.UNOFFICIAL in this file`);
    }
    expect(await countStored()).toBe(before);
    const large = Buffer.concat([PNG, randomBytes(300_000)]);
    expect((await send(...attachment, large)).status).toBe(201);
    expect(clamd.files.at(-1)?.equals(large)).toBe(true);
    expect(await countStored()).toBe(before + 1);
  });

  it('a file that was not scanned is refused', async () => {
    const before = await countStored();
    const all = await uploads();
    for (const [method, path] of all) {
      for (const behavior of MALFUNCTIONS) {
        clamd.behavior = behavior;
        const { status, body } = await send(method, path, PNG);
        expect([status, body.code], `${path} ${JSON.stringify(behavior)}`).toEqual([
          503,
          'FILE_NOT_SCANNED',
        ]);
      }
    }
    portal.deps.scan = openScan('tcp://127.0.0.1:1', SHORT_MS);
    const [[method, path]] = all;
    expect((await send(method, path, PNG)).body.code).toBe('FILE_NOT_SCANNED');
    portal.deps.scan = openScan(clamd.url, SHORT_MS);
    expect(await countStored()).toBe(before);
  });

  it('an answer before the end of the file does not count', async () => {
    clamd.behavior = 'hasty';
    await expect(openScan(clamd.url)([Buffer.alloc(50_000_000)])).rejects.toThrow('stream: OK');
  });

  it('an import in parts is scanned as a whole before its rows are read', async () => {
    const path = await newImport();
    const file = `customerRef,businessName\nS-1,${VIRUS}\n`;
    const middle = file.indexOf(VIRUS) + 5;
    for (const [index, part] of [file.slice(0, middle), file.slice(middle)].entries()) {
      const stored = await send('PUT', `${path}/parts/${index + 1}`, Buffer.from(part));
      expect(stored.status).toBe(200);
    }
    await call('POST', `${path}/start`, { body: {} });
    await runImports(portal.deps);
    const { body } = await call('GET', path);
    expect(body).toMatchObject({ state: 'FAILED', added: 0 });
    expect(body.report.problem).toBe(`The virus scanner found ${VIRUS}.UNOFFICIAL in this file.`);
  });

  it('the scanner may listen on a Unix socket', async () => {
    const path = join(tmpdir(), `clamd-${randomUUID()}`);
    const server = createServer((socket) => socket.end('stream: Worm FOUND\0')).listen(path);
    expect(await openScan(`unix://${path}`, SHORT_MS)([PNG])).toBe('Worm');
    server.close();
    await rm(path, { force: true });
  });
});
