/** A company adds a contract document, and its customer opens it through the signed link (R24). */
import { createHash, randomBytes } from 'node:crypto';
import { createClient } from '@quittance/client/create-client';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { providerPath } from '@quittance/contract/http/provider-route';
import { contractIdSchema } from '@quittance/contract/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { createProvider, newApiKey, type Provider } from '../world/provider-client.ts';

let company: TestCompany;
let call: Provider;
let maya: Caller;
let contractId: string;
let path: string;
let added = 0;

const portal = useOwnPortal();

beforeAll(async () => {
  company = await portal.company();
  call = await createProvider(portal, company);
  maya = await portal.signIn(company);
});

beforeEach(async () => {
  added += 1;
  const { customerId } = company;
  const care = { customerId, contractRef: `K-${added}`, typeName: 'Care plan', amount: 50_000 };
  contractId = (await call('POST', '/contracts', { body: care })).body.id;
  path = `/contracts/${contractId}/document`;
});

const pdf = (text = 'one') => Buffer.from(`%PDF-1.7\n${text}\n\x00\xff%%EOF`, 'latin1');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function linkFor(caller: Caller, id: string): Promise<string> {
  const query = { tab: 'all', page: 1, limit: 100 };
  const { body } = await caller.call('contract', { method: 'POST', body: query });
  const contracts = body['contracts'] as { id: string; documentKey: string }[]; // because a list of contracts
  const key = contracts.find((row) => row.id === id)?.documentKey ?? '';
  const answer = await caller.call(`contract/${id}/link?${new URLSearchParams({ key })}`);
  return String(answer.body['link']);
}

async function openDocument(caller = maya, id = contractId) {
  const link = await linkFor(caller, id);
  const answer = await fetch(`${portal.url}${link}`, { headers: caller.cookie });
  const { status, headers } = answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status, type: headers.get('content-type'), headers, bytes };
}

async function readRecorded(id: string): Promise<{ events: number; actions: unknown[] }> {
  const { rows } = await portal.pool.query<{ detail: unknown }>(
    `select detail from audit where subject = $1 and action = 'contract.changed' order by id`,
    [`contract:${id}`],
  );
  const events = await call('GET', '/events?type=contract.changed&limit=100');
  const own = events.body.data.filter((event: { objectId: string }) => event.objectId === id);
  return { events: own.length, actions: rows.map(({ detail }) => detail) };
}

describe('The document of a contract', () => {
  it('a customer link opens the uploaded document instead of the generated page', async () => {
    expect((await openDocument()).type).toBe('text/html; charset=utf-8');
    const put = await call('PUT', `${path}?name=Care%20plan.pdf`, { body: pdf() });
    const document = { name: 'Care-plan.pdf', size: pdf().length, sha256: sha256(pdf()) };
    expect(put.body).toMatchObject({ id: contractId, document });
    const listed = await call('GET', `/contracts?customerId=${company.customerId}`);
    expect(listed.body.data[0]).toMatchObject(put.body);

    const opened = await openDocument();
    expect(opened).toMatchObject({ status: 200, type: 'application/pdf', bytes: pdf() });
    expect(opened.headers.get('content-disposition')).toBe('attachment; filename="Care-plan.pdf"');
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect((await call('GET', path)).body).toBe(pdf().toString('latin1'));
  });

  it('a contract document can be replaced, and an identical upload leaves no trace', async () => {
    const first = await call('PUT', path, { body: pdf('one') });
    expect(first.body.document.name).toBe(`K-${added}.pdf`);
    expect((await call('PUT', path, { body: pdf('one') })).body).toEqual(first.body);
    expect(await readRecorded(contractId)).toMatchObject({ events: 1 });
    await call('PUT', path, { body: pdf('two') });
    expect((await openDocument()).bytes).toEqual(pdf('two'));
    const size = pdf().length;
    expect(await readRecorded(contractId)).toEqual({
      events: 2,
      actions: [
        { document: { size, sha256: sha256(pdf('one')) } },
        { document: { size, sha256: sha256(pdf('two')) } },
      ],
    });
  });

  it('removing a contract document restores the generated page', async () => {
    await call('PUT', path, { body: pdf() });
    const removed = await call('DELETE', path);
    expect(removed.body).toMatchObject({ id: contractId, document: null });
    expect((await call('DELETE', path)).body).toEqual(removed.body);
    expect((await openDocument()).type).toBe('text/html; charset=utf-8');
    expect((await call('GET', path)).body.code).toBe('NOT_FOUND');
    expect((await readRecorded(contractId)).actions.slice(1)).toEqual([{ document: null }]);
  });

  it('a contract document is stored once under a key, and the key is refused with another file', async () => {
    const first = await call('PUT', path, { body: pdf(), key: `doc ${added}` });
    await call('DELETE', path);
    const again = await call('PUT', path, { body: pdf(), key: `doc ${added}` });
    expect(again.body).toEqual(first.body);
    expect((await call('GET', path)).status).toBe(404);
    const other = await call('PUT', path, { body: pdf('two'), key: `doc ${added}` });
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('one of two concurrent uploads is stored as the contract document', async () => {
    const files = ['one', 'two', 'three', 'four'].map((text) => pdf(text));
    const answers = await Promise.all(files.map((body) => call('PUT', path, { body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { bytes } = await openDocument();
    expect(files.map(sha256)).toContain(sha256(bytes));
    expect((await readRecorded(contractId)).events).toBe(4);
  });

  it.each([
    ['..%2F..%2Fetc%2Fpasswd', 'etc-passwd.pdf'],
    ['a%22%3B%20filename%3Devil.exe', 'a-filename-evil.exe.pdf'],
    ['%E5%90%88%E5%90%8C.pdf', 'contract.pdf'],
  ])('a contract document has a safe file name: %s', async (given, name) => {
    const { body } = await call('PUT', `${path}?name=${given}`, { body: pdf() });
    expect(body.document.name).toBe(name);
    const { headers } = await openDocument();
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  });

  it('a contract document is deleted with its customer, and no new document can be added', async () => {
    const other = await portal.neighbor(company);
    const person = { customerId: other.customerId, contractRef: 'gone', typeName: 'Care plan' };
    const { body: contract } = await call('POST', '/contracts', {
      body: { ...person, amount: 100 },
    });
    const theirs = `/contracts/${contract.id}/document`;
    await call('PUT', theirs, { body: pdf('Noah Berg') });
    await call('PUT', path, { body: pdf() });
    const { customerRef } = (await call('GET', `/customers/${other.customerId}`)).body;
    const owner = await provedOwner(portal, company);
    const erasure = { body: { reason: 'Asked for', customerRef } };
    await owner.provider('POST', `/customers/${other.customerId}/erase`, erasure);
    expect((await call('GET', theirs)).status).toBe(404);
    expect((await call('PUT', theirs, { body: pdf() })).body.code).toBe('CUSTOMER_ERASED');
    expect((await call('GET', path)).status).toBe(200);
  });

  it('the typed client uploads and reads a contract document', async () => {
    const { key: apiKey } = await newApiKey(portal, company);
    const client = createClient({ baseUrl: portal.url, apiKey });
    const params = { contractId: contractIdSchema.parse(contractId) };
    const query = { name: 'signed' };
    const body = new Uint8Array(pdf());
    const { document } = await client.putContractDocument({ params, query, body });
    expect(document).toMatchObject({ name: 'signed.pdf', sha256: sha256(body) });
    expect(await client.getContractDocument({ params })).toEqual(body);
  });

  it('an export contains the metadata of a contract document without its bytes', async () => {
    await call('PUT', path, { body: pdf() });
    const { body } = await call('GET', '/exports/contracts');
    const line = body.split('\n').find((text: string) => text.includes(contractId));
    const { documents } = JSON.parse(line);
    expect(documents).toMatchObject([{ sha256: sha256(pdf()), size: pdf().length }]);
    expect(documents[0]).not.toHaveProperty('content');
  });
});

/** Skips the comparison with the OpenAPI document, for calls that no API client would make. */
async function send(
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string>,
) {
  const { key } = await newApiKey(portal, company);
  const response = await fetch(`${portal.url}${providerPath(path)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const answer: { code?: string } = JSON.parse(await response.text());
  return { status: response.status, code: answer.code };
}

const PDF_TYPE = { 'content-type': 'application/pdf' };

function toPieces(bytes: Uint8Array): ReadableStream {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = bytes.subarray(at, at + 256 * 1024);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
}

describe('An invalid document file', () => {
  const largest = new Uint8Array(Buffer.concat([pdf(), randomBytes(UPLOAD_BYTES_MAX)]));
  const tooLarge = { status: 413, code: 'INVALID_REQUEST' };

  it('a file that is one byte too large is refused, with or without a declared size', async () => {
    const exact = largest.subarray(0, UPLOAD_BYTES_MAX);
    expect(await send(exact, PDF_TYPE)).toMatchObject({ status: 200 });
    expect(sha256((await openDocument()).bytes)).toBe(sha256(exact));
    const more = largest.subarray(0, UPLOAD_BYTES_MAX + 1);
    expect(await send(more, PDF_TYPE)).toEqual(tooLarge);
    expect(await send(toPieces(more), PDF_TYPE)).toEqual(tooLarge);
    expect((await openDocument()).bytes.length).toBe(UPLOAD_BYTES_MAX);
  });

  it.each([
    ['a page', Buffer.from('<script>alert(1)</script>%PDF-1.7'), PDF_TYPE, 422, 'WRONG_FILE'],
    ['a few bytes', Buffer.from('%PDF'), PDF_TYPE, 422, 'WRONG_FILE'],
    ['nothing', Buffer.alloc(0), PDF_TYPE, 422, 'WRONG_FILE'],
    ['JSON', Buffer.from('{}'), { 'content-type': 'application/json' }, 415, 'INVALID_REQUEST'],
    ['untyped', pdf(), {}, 415, 'INVALID_REQUEST'],
  ])('a file is refused: %s', async (_what, body, headers, status, code) => {
    expect(await send(new Uint8Array(body), headers)).toEqual({ status, code });
    expect((await call('GET', path)).status).toBe(404);
  });

  it('a file is refused without a key, its scope or a contract of the company', async () => {
    const reader = await createProvider(portal, company, ['read']);
    expect((await reader('PUT', path, { body: pdf() })).body.code).toBe('SCOPE_MISSING');
    const other = await createProvider(portal, await portal.company());
    for (const method of ['PUT', 'DELETE', 'GET']) {
      const sent = method === 'PUT' ? { body: pdf() } : {};
      expect((await other(method, path, sent)).body.code).toBe('NOT_FOUND');
    }
    const unknown = await send(largest, { ...PDF_TYPE, authorization: 'Bearer qk_none' });
    expect(unknown).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    expect((await openDocument()).type).toBe('text/html; charset=utf-8');
  });

  it('the upload limit does not change the limit for other calls', async () => {
    const note = { contractRef: 'x'.repeat(100_000) };
    const refused = await call('POST', '/contracts', { body: note });
    expect(refused).toMatchObject({ status: 413, body: { code: 'INVALID_REQUEST' } });
    const file = await call('POST', '/contracts', { body: pdf() });
    expect(file).toMatchObject({ status: 415, body: { code: 'INVALID_REQUEST' } });
  });
});
