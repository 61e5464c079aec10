/** Tests the typed client against a real portal, over a connection that loses responses. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '@quittance/client/create-client';
import { issueInvoice } from '@quittance/client/examples/issue-invoice';
import { NoAnswerError, ProblemError } from '@quittance/client/problems';
import { linkTokenSchema } from '@quittance/contract/ids';
import { publicInvoiceSchema } from '@quittance/contract/invoices/portal-schemas';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { TestCompany } from '../../world/company.ts';
import { toPayer } from '../../world/payer.ts';
import { newApiKey } from '../../world/provider-client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { type Line, openLine } from './lossy-line.ts';

const execute = promisify(execFile);
const shownSchema = z.object({ account: publicInvoiceSchema });

let world: World;
let company: TestCompany;
let line: Line;
let apiKey: string;
let client: Client;
let waits: number[];

beforeAll(async () => {
  world = await openWorld();
  company = await world.company();
  line = await openLine(world.url);
  apiKey = (await newApiKey(world, company)).key;
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  waits = [];
  client = createClient({ baseUrl: line.url, apiKey, retries: 3, wait });
  await client.createCustomer({
    body: { customerRef: 'K-1', firstName: 'Ada', lastName: 'Pine' },
  });
});
afterEach(() => {
  expect(line.differences).toEqual([]);
  waits.length = 0;
  line.keys.length = 0;
});
afterAll(async () => {
  await line.close();
  await world.close();
});

const invoice = (accountRef: string) => ({
  customerRef: 'K-1',
  accountRef,
  productName: 'Hull',
  dueDate: '2026-12-01',
  total: 5000,
});

async function issued(accountRef: string) {
  const found = [];
  for await (const each of client.all.listInvoices({ query: { accountRef } })) found.push(each);
  return found;
}

async function pay(token: string) {
  const { domain } = company;
  const shown = await fetch(`${world.url}/api/portal/public/account/${domain}/${token}`);
  const { account } = shownSchema.parse(await shown.json());
  const invoice = { token: linkTokenSchema.parse(token), requestId: account.requestId, domain };
  return toPayer({ ...world, company, invoice }).pay();
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error) => error,
  );
}

describe('The example', () => {
  it('the example issues an invoice once and prints a link that can be paid', async () => {
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    await issueInvoice({ baseUrl: line.url, apiKey, print });
    await issueInvoice({ baseUrl: line.url, apiKey, print });
    expect(printed).toHaveLength(4);
    expect(printed[0]).toBe('INV-2026-0117: 8500 cents are due on 2026-12-15');
    expect(printed[1]).toMatch(/^http:\/\/portal\.test\/harbor-\w+\/pay\/[a-z2-7]{32}$/);
    expect(await issued('INV-2026-0117')).toHaveLength(1);

    const [bill] = await issued('INV-2026-0117');
    expect(bill?.status).toBe('DUE');
    const token = printed[1]?.split('/').at(-1) ?? '';
    expect(await pay(token)).toMatchObject({ code: 200, success: true });
    expect(await client.getInvoice({ params: { invoiceId: bill?.id ?? '' } })).toMatchObject({
      status: 'COLLECTED',
      balance: 0,
    });
  });

  it('the example runs as a program', async () => {
    const program = fileURLToPath(
      new URL('../../../../client/dist/examples/issue-invoice-main.js', import.meta.url),
    );
    const { stdout } = await execute(process.execPath, [program, line.url, 'qk_unknown']);
    expect(stdout).toMatch(/^UNAUTHORIZED: .+\n$/);
  });

  it('the example prints the reason of a failure', async () => {
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    await issueInvoice({ baseUrl: line.url, apiKey: 'qk_unknown', print });
    expect(printed).toEqual([expect.stringMatching(/^UNAUTHORIZED: .+ \(request [\w-]+\)$/)]);
  });
});

describe('The typed client', () => {
  it('the client retries a lost call under the same key, and the server runs the call once', async () => {
    line.breakNext('lost', 'cut');
    const created = await client.createInvoice({ body: invoice('L-1') });
    expect(line.keys).toEqual([line.keys[0], line.keys[0], line.keys[0]]);
    expect(line.keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(waits).toEqual([500, 1000]);
    expect((await issued('L-1')).map(({ id }) => id)).toEqual([created.id]);
  });

  it('the client uses a new idempotency key for each call, or the given key', async () => {
    await client.createInvoice({ body: invoice('L-2') });
    await client.createInvoice({ body: invoice('L-3') });
    const again = { body: invoice('L-4'), idempotencyKey: 'nightly 4' };
    const first = await client.createInvoice(again);
    expect(await client.createInvoice(again)).toEqual(first);
    expect(new Set(line.keys).size).toBe(3);
    expect(line.keys.slice(2)).toEqual(['nightly 4', 'nightly 4']);
  });

  it('the client revokes a key once although the response was lost', async () => {
    const { id } = await newApiKey(world, company, ['read']);
    line.breakNext('lost');
    const revoked = await client.revokeKey({ params: { keyId: id } });
    expect(revoked).toMatchObject({ id, revokedAt: expect.any(String) });
  });

  it('the client waits as long as the server requests, or with an increasing delay', async () => {
    line.breakNext(
      { status: 429, retryAfter: '7' },
      { status: 503 },
      { status: 503, retryAfter: '900' },
    );
    await client.listCustomers();
    expect(waits).toEqual([7000, 1000, 60_000]);
  });

  it('the client gives up after its last retry and reports the key of the call', async () => {
    line.breakNext(...Array.from({ length: 4 }, () => 'lost' as const));
    const error = await refusal(client.createInvoice({ body: invoice('L-5') }));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ idempotencyKey: line.keys[0] });
    expect(waits).toEqual([500, 1000, 2000]);
    line.breakNext(...Array.from({ length: 4 }, () => ({ status: 502 })));
    expect(await refusal(client.listKeys())).toMatchObject({
      message: expect.stringContaining('the answer was 502'),
      idempotencyKey: null,
    });
  });

  it('the client throws a refusal with its code and fields, without a retry', async () => {
    const taken = await refusal(
      client.createCustomer({ body: { customerRef: 'K-1', businessName: 'Pine Ltd' } }),
    );
    expect(taken).toBeInstanceOf(ProblemError);
    expect(taken).toMatchObject({ status: 409, code: 'COSTUMER_REF_ALREADY_USED', fields: [] });
    const wrong = await refusal(client.createInvoice({ body: { ...invoice('L-6'), total: -1 } }));
    expect(wrong).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ field: 'total', message: expect.any(String) }],
      requestId: expect.any(String),
    });
    expect(waits).toEqual([]);
  });

  it('the client stops when its caller aborts', async () => {
    const controller = new AbortController();
    const call = client.listKeys({ signal: controller.signal });
    controller.abort();
    expect(await refusal(call)).toMatchObject({ name: 'AbortError' });
  });

  it('the client reads a list page by page, only as far as needed', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      await client.createInvoice({ body: invoice(`P-${number}`) });
    }
    const seen: string[] = [];
    for await (const { accountRef } of client.all.listInvoices({ query: { limit: 2 } })) {
      seen.push(accountRef);
    }
    expect(seen).toEqual(expect.arrayContaining(['P-1', 'P-2', 'P-3', 'P-4', 'P-5']));
    expect(line.keys.length).toBeGreaterThanOrEqual(5 + seen.length / 2);
    expect(new Set(seen).size).toBe(seen.length);

    line.keys.length = 0;
    for await (const _ of client.all.listInvoices({ query: { limit: 2 } })) break;
    expect(line.keys).toHaveLength(1);
  });

  it('the client is typed by the route table', () => {
    expectTypeOf(client.getInvoice).parameter(0).toHaveProperty('params');
    expectTypeOf(client.listInvoices).parameters.toExtend<[unknown?]>();
    expectTypeOf<Parameters<Client['createInvoice']>[0]['body']['total']>().toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<'listInvoices' | 'listPayments'>().toExtend<keyof Client['all']>();
    expectTypeOf<'getInvoice'>().not.toExtend<keyof Client['all']>();
  });
});
