/** The quick start through the API with the typed client: customer, invoice, link, payment, webhook. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@quittance/client/create-client';
import { linkTokenSchema } from '@quittance/contract/ids';
import { publicInvoiceSchema } from '@quittance/contract/invoices/portal-schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { isFullRun } from '../../../../domain/test/full-run.ts';
import { ANY_ADDRESS } from '../../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../../src/webhooks/deliver-events.ts';
import { toAnswer, toCommandLine } from '../../world/command-line.ts';
import type { TestCompany } from '../../world/company.ts';
import { toPayer } from '../../world/payer.ts';
import { type Receiver, startReceiver } from '../../world/receiver.ts';
import { openWorld, type World } from '../../world/world.ts';

const shownSchema = z.object({ account: publicInvoiceSchema });

let world: World;
let receiver: Receiver;

beforeAll(async () => {
  world = await openWorld({ webhookReach: ANY_ADDRESS });
  receiver = await startReceiver();
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.goDown();
  await world.close();
});

async function newKey({ domain }: TestCompany): Promise<string> {
  const created = ['keys', 'create', domain, '--name', 'ERP'];
  return (await toAnswer(toCommandLine(world), created)).key;
}

async function payLink(company: TestCompany, url: string) {
  const { domain } = company;
  const token = linkTokenSchema.parse(url.split('/').at(-1));
  const shown = await fetch(`${world.url}/api/portal/public/account/${domain}/${token}`);
  const { account } = shownSchema.parse(await shown.json());
  const payer = toPayer({ ...world, company, invoice: { ...account, token, domain } });
  expect(await payer.pay()).toMatchObject({ code: 200, success: true });
}

it('an invoice with lines is paid by its link and reported by polled events and verified webhooks', async () => {
  const company = await world.company();
  const apiKey = await newKey(company);
  const client = createClient({ baseUrl: world.url, apiKey });
  const { secret } = await client.createWebhookEndpoint({ body: { url: receiver.url } });

  const customer = await client.createCustomer({
    body: { customerRef: 'A-100', firstName: 'Ada', lastName: 'Pine', email: 'ada@example.com' },
  });
  const invoice = await client.createInvoice({
    body: {
      customerRef: customer.customerRef,
      accountRef: 'R-1',
      productName: 'Crown, tooth 14',
      dueDate: '2027-02-01',
      lines: [
        { text: 'Crown', unitPrice: 8000, tax: 500 },
        { text: 'X-ray', quantity: 2, unitPrice: 750 },
      ],
    },
  });
  expect(invoice).toMatchObject({ total: 10_000, tax: 500, balance: 10_000, status: 'DUE' });
  const { url } = await client.createInvoiceLink({ params: { invoiceId: invoice.id } });

  await payLink(company, url);
  expect(await client.getInvoice({ params: { invoiceId: invoice.id } })).toMatchObject({
    status: 'COLLECTED',
    balance: 0,
  });

  const { data: polled, hasMore } = await client.listEvents({ query: { after: 0 } });
  expect(hasMore).toBe(false);
  const types = polled.map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining([
      'customer.created',
      'invoice.issued',
      'link.created',
      'payment.succeeded',
      'invoice.paid',
    ]),
  );
  const issued = polled.flatMap((event) => (event.objectType === 'invoice' ? [event.data] : []));
  expect(issued[0]?.accountRef).toBe(invoice.accountRef);

  await deliverEvents(world.deps);
  const verified = receiver.received.map(({ headers, body }) => {
    // The published library compares the timestamp with the system clock.
    vi.setSystemTime(new Date(Number(headers['webhook-timestamp']) * 1000));
    return new Webhook(secret).verify(body, headers);
  });
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
  expect((verified as typeof polled).sort(byId)).toEqual([...polled].sort(byId)); // because verify() answers unknown
});

/** A program of an integrator: an endpoint that verifies webhooks, a customer, an invoice and its link. */
const PROGRAM = `
import { createServer } from 'node:http';
import { createClient, verifyWebhook } from '@quittance/client';
const [baseUrl, apiKey] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey });
let secret = '';
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = verifyWebhook({ secret, headers: request.headers, body: Buffer.concat(chunks), toleranceSeconds: Infinity });
  response.writeHead(204).end();
  if (event.type === 'invoice.paid') { console.log(event.data.accountRef); server.close(); }
});
server.listen(0, '127.0.0.1', async () => {
  ({ secret } = await client.createWebhookEndpoint({ body: { url: 'http://127.0.0.1:' + server.address().port } }));
  await client.createCustomer({ body: { customerRef: 'A-101', firstName: 'Ada', lastName: 'Pine' } });
  const invoice = await client.createInvoice({
    body: { customerRef: 'A-101', accountRef: 'R-2', productName: 'Roof', dueDate: '2027-02-01', total: 12_000 },
  });
  console.log((await client.createInvoiceLink({ params: { invoiceId: invoice.id } })).url);
});
`;

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);

async function installClient(folder: string): Promise<void> {
  const pack = [join(ROOT, 'scripts', 'package-client.mjs'), folder];
  const { stdout } = await run(process.execPath, pack);
  const tarball = stdout.trim().split('\n').at(-1) ?? '';
  await writeFile(join(folder, 'package.json'), '{}');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', tarball, ...quiet], { cwd: folder });
}

it('the packed client works in an empty folder: an invoice is created, paid and reported by a verified webhook', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-integrator-'));
  try {
    await installClient(folder);
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const company = await world.company();
    const args = ['program.mjs', world.url, await newKey(company)];
    const program = spawn(process.execPath, args, { cwd: folder });
    const ended = once(program, 'exit');
    const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
    await payLink(company, (await lines.next()).value);
    await deliverEvents(world.deps);
    expect((await lines.next()).value).toBe('R-2');
    expect(await ended).toEqual([0, null]);

    const required = "console.log(typeof require('@quittance/client').createClient)";
    const { stdout } = await run(process.execPath, ['-e', required], { cwd: folder });
    expect(stdout).toBe('function\n');
    if (isFullRun) await expectTypes(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);

const TYPED = `
import { createClient, type Client } from '@quittance/client';
export const total = async (client: Client) => (await client.getInvoice({ params: { invoiceId: 'x' } })).total satisfies number;
// @ts-expect-error The invoice is required.
export const refused = () => createClient({ baseUrl: '', apiKey: '' }).getInvoice();
`;

async function compile(folder: string, settings: readonly string[], files: readonly string[]) {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  await run(process.execPath, [tsc, ...strict, ...settings, ...files], { cwd: folder });
}

/** Both kinds of importers see the types, without a setting such as skipLibCheck, and the README compiles. */
async function expectTypes(folder: string): Promise<void> {
  await writeFile(join(folder, 'typed.mts'), TYPED);
  await writeFile(join(folder, 'typed.cts'), TYPED);
  await compile(folder, ['--types', ''], ['typed.mts', 'typed.cts']);
  const readme = await readFile(join(ROOT, 'client', 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  const files = examples.map((_code, index) => `readme-${index}.mts`);
  expect(files).toHaveLength(2);
  for (const [index, code] of examples.entries()) {
    await writeFile(join(folder, `readme-${index}.mts`), code);
  }
  const typeRoots = join(ROOT, 'node_modules', '@types');
  await compile(folder, ['--types', 'node', '--typeRoots', typeRoots], files);
}
