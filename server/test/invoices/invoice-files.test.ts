/** Invoices as PDF files: access, link lifetime and content. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
const maya = forFile(() => portal.signIn(harbor));
const invoice = forFile(() => portal.invoice(harbor));

async function readLink(caller: Caller, { invoiceId }: TestInvoice): Promise<string> {
  const { body } = await caller.call(`account/${invoiceId}/get-link`);
  return z.string().parse(body['link']);
}

const publicLink = ({ domain, token }: TestInvoice) =>
  fetch(`${portal.url}/api/portal/public/account/${domain}/${token}/get-link`);

async function readPublicLink(of: TestInvoice): Promise<string> {
  const answer = await publicLink(of);
  return z.object({ link: z.string() }).parse(await answer.json()).link;
}

const download = (link: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}${link}`, { headers });

const readStatus = async (link: string, headers: Record<string, string> = {}) =>
  (await download(link, headers)).status;

describe('An invoice as PDF, signed in', () => {
  it('an invoice PDF is downloaded from our origin under the invoice number and is not cached', async () => {
    const link = await readLink(maya, invoice);
    expect(link.startsWith(`/api/portal/account/${invoice.invoiceId}/pdf?pass=`)).toBe(true);
    const answer = await download(link, maya.cookie);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${invoice.accountRef}.pdf"`,
    );
    expect((await answer.text()).slice(0, 8)).toBe('%PDF-1.7');
  });

  it('an invoice PDF requires the cookie of the requesting session, on our own page', async () => {
    const link = await readLink(maya, invoice);
    const other = await portal.signIn(await portal.neighbor(harbor));
    const elsewhere = { ...maya.cookie, 'sec-fetch-site': 'cross-site' };
    const statuses = [
      await readStatus(link),
      await readStatus(link, other.cookie),
      await readStatus(link, elsewhere),
      await readStatus(link, maya.cookie),
    ];
    expect(statuses).toEqual([404, 404, 404, 200]);
  });

  it('an invoice PDF is refused for an unknown or foreign invoice, and a pass covers only one invoice', async () => {
    const neighbor = await portal.signIn(await portal.neighbor(harbor));
    const foreign = await neighbor.call(`account/${invoice.invoiceId}/get-link`);
    const unknown = await maya.call(`account/${randomUUID()}/get-link`);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    const second = await portal.invoice(harbor);
    const link = (await readLink(maya, invoice)).replace(invoice.invoiceId, second.invoiceId);
    expect(await readStatus(link, maya.cookie)).toBe(404);
  });
});

describe('An invoice as PDF, by a public link', () => {
  it('a public link opens the PDF of its own invoice without a session', async () => {
    const link = await readPublicLink(invoice);
    expect(await readStatus(link)).toBe(200);
    expect(await readStatus(link, { 'sec-fetch-site': 'cross-site' })).toBe(404);
    const second = await portal.invoice(harbor);
    expect(await readStatus(link.replace(invoice.invoiceId, second.invoiceId))).toBe(404);
  });

  it('a PDF opened by a public link becomes unavailable when the link ends', async () => {
    const revoked = await portal.invoice(harbor);
    const link = await readPublicLink(revoked);
    await portal.pool.query('update capabilities set revoked_at = now() where request_id = $1', [
      revoked.requestId,
    ]);
    expect(await readStatus(link)).toBe(404);
    expect((await publicLink(revoked)).status).toBe(404);
  });

  it('a public link returns no PDF of a voided invoice', async () => {
    const voided = await portal.invoice(harbor);
    const link = await readPublicLink(voided);
    await portal.pool.query(
      `update invoices set status = 'DRAFT', voided_at = now() where id = $1`,
      [voided.invoiceId],
    );
    expect(await readStatus(link)).toBe(404);
  });
});
