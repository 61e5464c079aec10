/** Responses embedded in an HTML document for its page (ADR 0060). */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSession } from '../../../src/identity/session.ts';
import { SESSION_COOKIE } from '../../../src/platform/http/cookie-names.ts';
import { STRICT_LIMITS } from '../../../src/platform/limits/limit-config.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../../world/company.ts';
import { newMerchant } from '../../world/merchant.ts';
import { addAttempt } from '../../world/own-rows.ts';
import { openTestPortal, type TestPortal } from '../../world/test-portal.ts';
import { writeDocuments } from '../../world/web-folder.ts';

const DOCUMENT = '<!doctype html><head></head><body><b>__AMOUNT__</b>__COMPANY_NAME__</body>';

/** No part of this name may end the embedded data early. */
const HOSTILE_NAME = '</script><!--<script> __AMOUNT__ __COMPANY_NAME__ \u2028 $& "&amp;"';

const LIMITS = {
  ...STRICT_LIMITS,
  publicReads: { count: 100, windowMs: MINUTE_MS },
  unknownLinks: { count: 100, windowMs: MINUTE_MS },
};

let folder: string;
let portal: TestPortal;
let harbor: TestCompany;
let invoice: TestInvoice;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-documents-'));
  await writeDocuments(folder, DOCUMENT);
  portal = await openTestPortal({ webFolder: folder, limits: LIMITS });
  harbor = await addCompany(portal.deps, newMerchant('payengine'), { name: HOSTILE_NAME });
  invoice = await addInvoice(portal.deps, harbor);
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const answersSchema = z.array(
  z.object({ url: z.string(), status: z.number(), body: z.looseObject({}) }),
);

type Headers = Record<string, string>;

async function open(url: string, headers: Headers = {}, at = portal) {
  const { statusCode, body } = await at.ask({ method: 'GET', url, headers });
  const [, version = '', json = '[]'] =
    /<script type="application\/json" data-version="(.*)" id="first-answers">(.*)<\/script>/.exec(
      body,
    ) ?? [];
  return { status: statusCode, body, version, answers: answersSchema.parse(JSON.parse(json)) };
}

const linkPath = ({ domain }: { domain: string }, { token }: { token: string }) =>
  `/${domain}/pay/${token}`;

async function signIn({ companyId, customerId }: TestCompany): Promise<Headers> {
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const { cookie } = await portal.deps.database.asSystem((tx) =>
    openSession(tx, portal.deps, { companyId, customerId, visitor }),
  );
  return { cookie: `${SESSION_COOKIE}=${cookie}` };
}

const urls = ({ answers }: { answers: { url: string }[] }) => answers.map(({ url }) => url);

describe('The document of a public link', () => {
  it('more first visitors than connections get their documents when the company is not cached', async () => {
    const visits = Array.from({ length: 24 }, (_, index) =>
      portal.ask({ url: linkPath(harbor, invoice), remoteAddress: `10.0.${index}.1` }),
    );
    for (const { statusCode, body } of await Promise.all(visits)) {
      expect(statusCode).toBe(200);
      expect(body).toContain('id="first-answers"');
    }
  });

  it('the document of a public link contains exactly the responses of the API', async () => {
    const { status, answers } = await open(linkPath(harbor, invoice));
    expect(status).toBe(200);
    expect(answers).toHaveLength(4);
    for (const { url, status: embedded, body } of answers) {
      const answer = await portal.ask({ method: 'GET', url });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect({ url, status: embedded, body }).toEqual({
        url,
        status: answer.statusCode,
        body: answer.json(),
      });
    }
    expect(urls({ answers })).toContain(
      `/api/portal/public/account/${harbor.domain}/${invoice.token}`,
    );
  });

  it('the document of a public link has the version of its data, which a payment changes (R21)', async () => {
    const own = await addInvoice(portal.deps, harbor);
    const { version } = await open(linkPath(harbor, own));
    expect(version).toMatch(/^[0-9a-f]{32}$/);
    expect((await open(linkPath(harbor, own))).version).toBe(version);
    await addAttempt(portal, { whose: harbor, invoice: own });
    expect((await open(linkPath(harbor, own))).version).not.toBe(version);
  });

  it('the document of a public link shows the amount without scripts, but not for an invalid link', async () => {
    expect((await open(linkPath(harbor, invoice))).body).toContain('<b>$100.00</b>');
    const unknown = await open(linkPath(harbor, { token: 'c'.repeat(32) }));
    expect(unknown.body).toContain('<b></b>');
  });

  it('the document of a public link embeds hostile names as data that cannot close the element', async () => {
    const { body, answers } = await open(linkPath(harbor, invoice));
    expect(body.match(/<\/script>/g)).toHaveLength(1);
    expect(body).not.toContain('<!--');
    expect(body.slice(body.indexOf('first-answers'))).not.toContain('\u2028');
    expect(body).toContain('&lt;/script&gt;&lt;!--&lt;script&gt; __AMOUNT__ __COMPANY_NAME__');
    expect(answers[0]?.body).toMatchObject({ company: { name: HOSTILE_NAME } });
  });

  it.each([
    [
      'of another company',
      async () => addInvoice(portal.deps, await addCompany(portal.deps, newMerchant('stripe'))),
    ],
    ['that is unknown', async () => ({ token: 'a'.repeat(32) })],
    ['that has expired', () => closed('expires_at')],
    ['that was revoked', () => closed('revoked_at')],
  ])(
    'the document is a 404 with the brand of the company in its address for a link %s',
    async (_kind, link) => {
      const { status, answers } = await open(linkPath(harbor, await link()));
      expect(status).toBe(404);
      const [brand, ...refused] = answers.toReversed();
      expect(brand).toMatchObject({ status: 200, body: { company: { name: HOSTILE_NAME } } });
      expect(refused.map(({ status: each, body }) => ({ each, body }))).toEqual(
        Array(4).fill({ each: 404, body: { success: false, message: 'NOT_FOUND' } }),
      );
    },
  );

  async function closed(column: 'expires_at' | 'revoked_at'): Promise<TestInvoice> {
    const link = await addInvoice(portal.deps, harbor);
    await portal.pool.query(
      `update capabilities set ${column} = created_at where request_id = $1`,
      [link.requestId],
    );
    return link;
  }

  it.each(['short', 'A'.repeat(32), '%E0%A4%A', '%00'])(
    'the document contains no responses for the link %s',
    async (token) => {
      const { status, body } = await open(`/${harbor.domain}/pay/${token}`);
      expect([400, 404]).toContain(status);
      expect(body).not.toContain('first-answers');
    },
  );
});

describe('Read limits of documents', () => {
  it('a visit counts once against the read limits, and above them a document embeds no responses', async () => {
    const strict = await openTestPortal({
      webFolder: folder,
      limits: { ...LIMITS, publicReads: { count: 3, windowMs: MINUTE_MS } },
    });
    const company = await addCompany(strict.deps, newMerchant('payengine'));
    const path = linkPath(company, await addInvoice(strict.deps, company));
    const visits = [];
    for (let visit = 0; visit < 4; visit += 1) visits.push(await open(path, {}, strict));
    expect(visits.map(({ status, answers }) => [status, answers.length])).toEqual([
      [200, 4],
      [200, 4],
      [200, 4],
      [200, 0],
    ]);
    await strict.close();
  });

  it('an unknown link counts as one miss, and a known link over the limit reveals nothing', async () => {
    const strict = await openTestPortal({
      webFolder: folder,
      limits: { ...LIMITS, unknownLinks: { count: 2, windowMs: MINUTE_MS } },
    });
    const company = await addCompany(strict.deps, newMerchant('payengine'));
    const known = await addInvoice(strict.deps, company);
    const unknown = linkPath(company, { token: 'b'.repeat(32) });
    expect((await open(unknown, {}, strict)).answers).toHaveLength(5);
    expect((await open(linkPath(company, known), {}, strict)).answers).toHaveLength(4);
    expect((await open(unknown, {}, strict)).answers).toHaveLength(5);
    expect((await open(linkPath(company, known), {}, strict)).answers).toHaveLength(0);
    await strict.close();
  });
});

describe('The document of a signed-in customer', () => {
  const list = () => `/api/portal/debtor/${harbor.customerId}/account?limit=25&sort=urgency`;

  it('the document embeds the session, the portal and the first invoice page as the API returns them', async () => {
    const { answers } = await open(`/${harbor.domain}/invoices`, await signIn(harbor));
    expect(urls({ answers })).toEqual([
      `/api/portal/debtor/auth?domain=${harbor.domain}`,
      '/api/portal/private/company',
      `/api/portal/private/debtor/${harbor.customerId}`,
      '/api/portal/project',
      list(),
    ]);
    const [session, ...others] = answers;
    const { token } = z.object({ token: z.string() }).parse(session?.body);
    for (const { url, status, body } of others) {
      const answer = await portal.ask({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      expect({ status, body }).toEqual({ status: answer.statusCode, body: answer.json() });
    }
  });

  it('the document contains the invoice named by the path and the page of payments', async () => {
    const session = await signIn(harbor);
    const one = await open(`/${harbor.domain}/invoices/${invoice.accountRef}`, session);
    expect(urls(one).slice(4)).toEqual([
      `/api/portal/private/account/${invoice.accountRef}`,
      `/api/portal/private/invoice-transactions/${invoice.accountRef}`,
    ]);
    const payments = await open(`/${harbor.domain}/payments`, session);
    expect(urls(payments).slice(4)).toEqual([
      `/api/portal/debtor/${harbor.customerId}/transaction?limit=25`,
    ]);
  });

  it('the document never echoes the query of the URL', async () => {
    const { body, answers } = await open(
      `/${harbor.domain}/invoices?search=guess`,
      await signIn(harbor),
    );
    expect(body).not.toContain('guess');
    expect(answers).toHaveLength(4);
  });

  it('the document contains only a refusal for a session of another company', async () => {
    const other = await addCompany(portal.deps, newMerchant('stripe'));
    const { body, answers } = await open(`/${harbor.domain}/invoices`, await signIn(other));
    expect(answers).toEqual([
      {
        url: `/api/portal/debtor/auth?domain=${harbor.domain}`,
        status: 401,
        body: { success: false, message: 'UNAUTHORIZED' },
      },
    ]);
    expect(body).not.toContain(other.customerId);
  });

  it.each<[string, string, Headers]>([
    ['to a script', 'invoices', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
    ['into a frame', 'invoices', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }],
    ['that another site opens', 'invoices', { 'sec-fetch-site': 'cross-site' }],
    ['of a sign-in link', 'auth', {}],
    ['of an unknown page', 'nothing/here', {}],
  ])('a document %s embeds no responses', async (_kind, page, headers) => {
    const session = await signIn(harbor);
    const { body } = await open(`/${harbor.domain}/${page}`, { ...session, ...headers });
    expect(body).not.toContain('first-answers');
  });

  it('the document embeds the session when the customer opens a bookmark', async () => {
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
    const session = await signIn(harbor);
    const { answers } = await open(`/${harbor.domain}/invoices`, { ...session, ...headers });
    expect(answers[0]?.status).toBe(200);
  });

  it('the document embeds no responses without a cookie, for example after a click in an email', async () => {
    const { body } = await open(`/${harbor.domain}/invoices`);
    expect(body).not.toContain('first-answers');
  });
});
