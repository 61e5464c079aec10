/**
 * Uploads, imports and exports have slots, per company and in total. One company leaves slots for the others, and a
 * call that is interrupted at any moment releases its slot.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { providerPath } from '@quittance/contract/http/provider-route';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lockWaits } from '../../lock-waits.ts';
import type { TestCompany } from '../../world/company.ts';
import { useOwnPortal } from '../../world/own-portal.ts';
import { newApiKey } from '../../world/provider-client.ts';

const events: string[] = [];
const log = pino(
  { level: 'warn' },
  { write: (line: string) => events.push(JSON.parse(line).event) },
);

let harbor: TestCompany;
let keys: [string, string, string];
let open: ClientRequest[] = [];

const PDF = Buffer.from('%PDF-1.7\n%%EOF');
const FILE_TYPE = 'application/octet-stream';
const ROWS = Buffer.from('customerRef,firstName,lastName\nI-1,Ada,Pine\n');

type Call = { method: string; path: string; type?: string; body?: Buffer };

const portal = useOwnPortal(log);

beforeAll(async () => {
  harbor = await portal.company();
  const companies = [harbor, await portal.company(), await portal.company()];
  const [first, second, third] = await Promise.all(
    companies.map(async (company) => (await newApiKey(portal, company)).key),
  );
  keys = [first ?? '', second ?? '', third ?? ''];
  // More data than the connection buffers hold.
  await portal.pool.query(
    `insert into audit (company_id, actor, action, subject, detail, at)
     select c.company_id, 'test', 'long', repeat('x', 2000), '{}', now()
     from companies c, generate_series(1, 5000)`,
  );
});
afterEach(() => {
  for (const call of open) call.destroy();
  open = [];
});

function begin({ method, path, type, body }: Call, key: string): ClientRequest {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(type && body ? { 'content-type': type, 'content-length': body.length } : {}),
  };
  const call = request(`${portal.url}${providerPath(path)}`, { method, headers, agent: false });
  call.on('error', () => undefined);
  open.push(call);
  return call;
}

/** The request holds its slot, because either its last byte is not sent or the response is not read. */
function hold(call: Call, key: string): void {
  const sent = begin(call, key).once('response', (answer) => answer.pause());
  if (call.body) sent.write(call.body.subarray(0, -1));
  else sent.end();
}

const cutOff = (call: ClientRequest) =>
  new Promise<void>((resolve) => {
    call.once('close', resolve).destroy();
  });

async function whileKeysAreLocked(work: () => Promise<void>): Promise<void> {
  const holder = await portal.pool.connect();
  try {
    await holder.query('begin; lock table api_keys in access exclusive mode');
    await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}

async function readStatus(call: Call, key: string): Promise<number> {
  const sent = begin(call, key);
  const answered = once(sent, 'response');
  sent.end(call.body);
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

/** Holds one more call for each key in `holding`. A call that finds no slot or has timed out holds none. */
function statusBeside(call: Call, key: string, holding: readonly string[]): Promise<number> {
  for (const holder of holding) hold(call, holder);
  return readStatus(call, key);
}

async function newContract(): Promise<string> {
  const answer = await fetch(`${portal.url}${providerPath('/contracts')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      customerId: harbor.customerId,
      contractRef: randomUUID(),
      typeName: 'Care plan',
      amount: 100,
    }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

/** Other companies get a 404 for the contract, but only after their file was received. */
const CALLS: readonly [what: string, inAll: number, others: number, call: () => Promise<Call>][] = [
  [
    'files',
    8,
    404,
    async () => ({
      method: 'PUT',
      path: `/contracts/${await newContract()}/document`,
      type: 'application/pdf',
      body: PDF,
    }),
  ],
  [
    'imports',
    3,
    200,
    async () => ({
      method: 'POST',
      path: '/imports?kind=customers',
      type: FILE_TYPE,
      body: ROWS,
    }),
  ],
  ['exports', 4, 200, async () => ({ method: 'GET', path: '/exports/audit' })],
];

describe.each(CALLS)('Slots of %s', (_what, inAll, others, makeCall) => {
  it('one company leaves slots for another company, and two companies can use all slots', async () => {
    const [first, second, third] = keys;
    const call = await makeCall();
    await expect.poll(() => statusBeside(call, first, [first])).toBe(503);
    expect(await readStatus(call, second)).toBe(others);
    await expect.poll(() => statusBeside(call, third, [first, second])).toBe(503);
    for (const held of open) held.destroy();
    await expect.poll(() => readStatus(call, first)).toBe(200);
    await expect.poll(() => readStatus(call, third)).toBe(others);
  });

  it('calls that are cut off before the caller is identified release their slots', async () => {
    const [first] = keys;
    const call = await makeCall();
    await whileKeysAreLocked(async () => {
      for (let count = 0; count < inAll; count += 1) hold(call, first);
      await expect.poll(() => lockWaits(portal.pool)).toBeGreaterThan(0);
      await Promise.all(open.map(cutOff));
    });
    await expect.poll(() => readStatus(call, first)).toBe(200);
  });
});

describe('A file that is cut off', () => {
  it('an upload that is cut off does not count as a database outage', async () => {
    const [first] = keys;
    const call = { method: 'POST', path: '/imports?kind=customers', body: ROWS, type: FILE_TYPE };
    await expect.poll(() => statusBeside(call, first, [first])).toBe(503);
    for (const held of open) held.destroy();
    await expect.poll(() => readStatus(call, first)).toBe(200);
    expect(events).not.toContain('http.database_unavailable');
    expect(events).not.toContain('http.unexpected_error');
  });
});
