/** Attachments of invoices (R98): the company adds them, and payers who may see the invoice download them. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestInvoice } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { forFile } from '../world/for-file.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { createProvider, newApiKey, type Provider } from '../world/provider-client.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
const maya = forFile(() => portal.signIn(harbor));
let call: Provider;
let invoice: TestInvoice;

beforeAll(async () => {
  call = await createProvider(portal, harbor);
});

beforeEach(async () => {
  invoice = await portal.invoice(harbor);
});

const bytes = (text: string) => Buffer.from(text, 'latin1');
const PDF = bytes('%PDF-1.7\nplan\x00\xff%%EOF');
const FILES = [
  ['application/pdf', 'pdf', PDF],
  ['image/png', 'png', bytes('\x89PNG\r\n\x1a\nrest')],
  ['image/jpeg', 'jpg', bytes('\xff\xd8\xff\xe0rest')],
  ['image/webp', 'webp', bytes('RIFF\x10\x00\x00\x00WEBPVP8 ')],
] as const;

const toPath = ({ invoiceId }: Pick<TestInvoice, 'invoiceId'>, id = '') =>
  `/invoices/${invoiceId}/attachments${id && `/${id}`}`;

const add = (body: Buffer, { on = invoice, name = 'plan.pdf', by = call } = {}) =>
  by('POST', `${toPath(on)}?${new URLSearchParams({ name })}`, {
    body,
    type: 'application/octet-stream',
  });

const linkTo = (id: string, { invoiceId } = invoice) =>
  `account/${invoiceId}/get-link?attachment=${id}`;

async function readLink(id: string, caller: Caller = maya, on = invoice): Promise<string> {
  const { body } = await caller.call(linkTo(id, on));
  return String(body['link']);
}

async function readPublicLink(id: string): Promise<string> {
  const answer = await publicLink(id);
  return z.object({ link: z.string() }).parse(await answer.json()).link;
}

const publicLink = (id: string, { domain, token } = invoice) =>
  fetch(`${portal.url}/api/portal/public/account/${domain}/${token}/get-link?attachment=${id}`);

const download = (link: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}${link}`, { headers });

const readStatus = async (link: string, headers: Record<string, string> = {}) =>
  (await download(link, headers)).status;

const voidInvoice = (body = { reason: 'Sent twice' }) =>
  call('POST', `/invoices/${invoice.invoiceId}/void`, { body, key: randomUUID() });

describe('Attachments of an invoice', () => {
  it.each(FILES)(
    'a payer downloads %s, signed in and by a public link',
    async (type, ext, body) => {
      const { status, body: added } = await add(body, { name: 'floor plan.exe' });
      const shown = { id: added.id, name: `floor-plan.${ext}`, type, size: body.length };
      const sha256 = createHash('sha256').update(body).digest('hex');
      expect({ status, added }).toMatchObject({ status: 201, added: { ...shown, sha256 } });
      const page = await maya.call(`private/account/${invoice.invoiceId}`);
      expect(page.body['account']).toMatchObject({ attachments: [shown] });

      const byLink = await readPublicLink(added.id);
      for (const answer of [
        await download(await readLink(added.id), maya.cookie),
        await download(byLink),
      ]) {
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(body);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': type,
          'content-disposition': `attachment; filename="floor-plan.${ext}"`,
          'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        });
      }
      const read = await call('GET', toPath(invoice, added.id));
      expect(read.body).toBe(body.toString('latin1'));
    },
  );

  it('a download continues where it stopped, and is not repeated for a browser that has the file', async () => {
    const body = Buffer.concat([PDF, Buffer.alloc(300_000, 'plan')]);
    const { body: added } = await add(body);
    const link = await readPublicLink(added.id);
    const whole = await download(link);
    const tag = String(whole.headers.get('etag'));
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    for (const [range, start, end] of [
      ['bytes=10-', 10, body.length],
      ['bytes=262140-262150', 262_140, 262_151],
      ['bytes=-5', body.length - 5, body.length],
    ] as const) {
      const part = await download(link, { range, 'if-range': tag });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${body.length}`);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(body.subarray(start, end));
    }
    expect(await readStatus(link, { range: 'bytes=10-', 'if-range': '"other"' })).toBe(200);
    expect(await readStatus(link, { range: `bytes=${body.length}-` })).toBe(416);
    expect(await readStatus(link, { 'if-none-match': tag })).toBe(304);
  });

  it('slow downloads hold no database connection, and one client can have up to 16', async () => {
    const { body: added } = await add(Buffer.concat([PDF, Buffer.alloc(8_000_000)]));
    const link = await readPublicLink(added.id);
    const slow = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const opened = get(`${portal.url}${link}`, { agent: false });
        const [answer]: IncomingMessage[] = await once(opened, 'response');
        return answer;
      }),
    );
    expect(slow.map((answer) => answer?.statusCode)).toEqual(slow.map(() => 200));
    const refused = await download(link);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await call('GET', toPath(invoice))).status).toBe(200);
    expect(portal.deps.database.pool.waitingCount).toBe(0);
    for (const answer of slow) answer?.destroy();
    await expect.poll(() => readStatus(link)).toBe(200);
  });

  it('an upload that is too large is read to its end, so that its sender gets the refusal', async () => {
    const { hostname, port } = new URL(portal.url);
    const { key } = await newApiKey(portal, harbor);
    const size = 6 * UPLOAD_BYTES_MAX;
    const uploading = request({
      hostname,
      port,
      method: 'POST',
      path: `${PROVIDER_BASE}${toPath(invoice)}?name=plan.pdf`,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/octet-stream',
        'content-length': size,
      },
    });
    const answered = once(uploading, 'response');
    const piece = Buffer.alloc(size / 6);
    for (let sent = 0; sent < size; sent += piece.length)
      if (!uploading.write(piece)) await once(uploading, 'drain');
    uploading.end();
    const [answer]: IncomingMessage[] = await answered;
    expect(answer?.statusCode).toBe(413);
  });

  it.each([
    ['a web page', bytes('<!doctype html><script>alert(1)</script>')],
    ['an SVG picture', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a WAVE file', bytes('RIFF\x10\x00\x00\x00WAVEfmt ')],
    ['a page before the mark', bytes('<html>%PDF-1.7')],
  ])('%s is refused whatever its name', async (_, body) => {
    expect((await add(body)).body.code).toBe('WRONG_FILE');
  });

  it('an attachment can be up to 10 MB, and an invoice can have up to ten, also when added at once', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(UPLOAD_BYTES_MAX)]);
    expect(await add(large)).toMatchObject({
      status: 413,
      body: { code: 'ATTACHMENT_TOO_LARGE' },
    });
    for (let count = 0; count < 8; count += 1) await add(PDF);
    const answers = await Promise.all([add(PDF), add(PDF), add(PDF), add(PDF)]);
    const codes = answers.map(({ body }) => body.code ?? 'added').sort();
    expect(codes).toEqual(['TOO_MANY_ATTACHMENTS', 'TOO_MANY_ATTACHMENTS', 'added', 'added']);
    expect((await call('GET', toPath(invoice))).body.data).toHaveLength(10);
  });

  it('a pass opens one attachment in one session, and no other customer gets one', async () => {
    const { body: first } = await add(PDF);
    const { body: second } = await add(PDF);
    const link = await readLink(first.id);
    const neighbor = await portal.signIn(await portal.neighbor(harbor));
    const own = await portal.invoice(harbor);
    expect([
      await readStatus(link),
      await readStatus(link, neighbor.cookie),
      await readStatus(link, { ...maya.cookie, 'sec-fetch-site': 'cross-site' }),
      await readStatus(link.replace(first.id, second.id), maya.cookie),
      await readStatus(link.replace(invoice.invoiceId, own.invoiceId), maya.cookie),
      (await neighbor.call(linkTo(first.id))).status,
      (await maya.call(linkTo(randomUUID()))).status,
      (await maya.call(linkTo(first.id, own))).status,
      (await publicLink(first.id, own)).status,
      await readStatus(link, maya.cookie),
    ]).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 404, 200]);
  });

  it('another company neither adds, reads nor removes an attachment', async () => {
    const { body: added } = await add(PDF);
    const summit = await portal.company();
    const other = await createProvider(portal, summit);
    const codes = [
      await add(PDF, { by: other }),
      await other('GET', toPath(invoice)),
      await other('GET', toPath(invoice, added.id)),
      await other('DELETE', toPath(invoice, added.id)),
    ].map(({ body }) => body.code);
    expect(codes).toEqual(Array(4).fill('ACCOUNT_NOT_FOUND'));
    const theirs = await portal.invoice(summit);
    expect((await other('GET', toPath(theirs, added.id))).body.code).toBe('NOT_FOUND');
    expect((await call('GET', toPath(invoice))).body.data).toHaveLength(1);
  });

  it('attachments of a voided invoice or a draft are not served, and a voided invoice takes none', async () => {
    const { body: added } = await add(PDF);
    const own = await readLink(added.id);
    const byLink = await readPublicLink(added.id);
    expect((await voidInvoice()).body).toMatchObject({ status: 'DRAFT' });
    expect([
      await readStatus(own, maya.cookie),
      await readStatus(byLink),
      (await maya.call(linkTo(added.id))).status,
      (await publicLink(added.id)).status,
    ]).toEqual([404, 404, 404, 404]);
    expect((await add(PDF)).body.code).toBe('INVOICE_NOT_CHANGEABLE');

    const draft = {
      customerId: harbor.customerId,
      accountRef: 'D-1',
      productName: 'Mast',
      dueDate: '2026-12-31',
      total: 100,
      isDraft: true,
    };
    const { body: drafted } = await call('POST', '/invoices', { body: draft });
    const on = { ...invoice, invoiceId: drafted.id };
    const { body: internal } = await add(PDF, { on });
    expect((await maya.call(linkTo(internal.id, on))).status).toBe(404);
    await call('POST', `/invoices/${drafted.id}/issue`);
    expect((await maya.call(linkTo(internal.id, on))).status).toBe(200);
  });

  it('a removed attachment is gone for payers, and both changes are events without the name', async () => {
    const { body: added } = await add(PDF, { name: 'Maya Lane.pdf' });
    const link = await readLink(added.id);
    const removed = await call('DELETE', toPath(invoice, added.id));
    expect(removed).toMatchObject({ status: 200, body: { data: [] } });
    expect((await call('DELETE', toPath(invoice, added.id))).body).toEqual({ data: [] });
    expect(await readStatus(link, maya.cookie)).toBe(404);
    const events = await call('GET', '/events?type=invoice.changed&limit=100');
    const own = events.body.data.filter(
      ({ objectId }: { objectId: string }) => objectId === invoice.invoiceId,
    );
    expect(own).toHaveLength(2);
    const { rows } = await portal.pool.query<{ detail: unknown }>(
      `select detail from audit where subject = $1 and action = 'invoice.changed' order by id`,
      [`invoice:${invoice.invoiceId}`],
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { attachment: { id: added.id, size: PDF.length, sha256: added.sha256 } },
      { attachment: { id: added.id, isRemoved: true } },
    ]);
  });

  it('attachments are deleted with their customer, and no more are added', async () => {
    const noah = await portal.neighbor(harbor);
    const on = await portal.invoice(noah);
    const { body: added } = await add(PDF, { on });
    const { customerRef } = (await call('GET', `/customers/${noah.customerId}`)).body;
    const owner = await provedOwner(portal, harbor);
    const erasure = { body: { reason: 'Asked for', customerRef } };
    await owner.provider('POST', `/customers/${noah.customerId}/erase`, erasure);
    expect((await call('GET', toPath(on, added.id))).body.code).toBe('NOT_FOUND');
    expect((await add(PDF, { on })).body.code).toBe('CUSTOMER_ERASED');
  });

  it('an export names attachments without their bytes', async () => {
    const { body: added } = await add(PDF);
    const { body } = await call('GET', '/exports/invoices');
    const line = body.split('\n').find((text: string) => text.includes(invoice.invoiceId));
    const { attachments } = JSON.parse(line);
    expect(attachments).toMatchObject([{ id: added.id, size: PDF.length }]);
    expect(attachments[0]).not.toHaveProperty('content');
  });
});
