/** The language of a document depends on the URL, the customer and the browser (R50). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@quittance/contract/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateCustomer } from '../../../src/customers/store.ts';
import { openSession } from '../../../src/identity/session.ts';
import { SESSION_COOKIE } from '../../../src/platform/http/cookie-names.ts';
import { addCompany, addInvoice, type TestCompany } from '../../world/company.ts';
import { newMerchant } from '../../world/merchant.ts';
import { openTestPortal, type TestPortal } from '../../world/test-portal.ts';
import { writeDocuments } from '../../world/web-folder.ts';

let folder: string;
let portal: TestPortal;
let harbor: TestCompany;
let link: string;
let session: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-languages-'));
  await writeDocuments(folder, (language) => `<html lang="${language}"><head></head></html>`);
  portal = await openTestPortal({ webFolder: folder, isHttps: true });
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
  link = `/${harbor.domain}/pay/${(await addInvoice(portal.deps, harbor)).token}`;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const { cookie } = await portal.deps.database.asSystem((tx) =>
    openSession(tx, portal.deps, { ...harbor, visitor }),
  );
  session = `${SESSION_COOKIE}=${cookie}`;
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

function setLanguage(language: Language | null): Promise<void> {
  return portal.deps.database.asSystem((tx) => updateCustomer(tx, harbor, { language }));
}

async function open(url: string, headers: Record<string, string> = {}) {
  const answer = await portal.ask({ method: 'GET', url, headers });
  const [, language] = /<html lang="(\w+)">/.exec(answer.body) ?? [];
  return { language, cookie: answer.headers['set-cookie'] };
}

const SPANISH = { 'accept-language': 'es-US,es;q=0.9,en;q=0.8' };
const REMEMBERED = { cookie: 'Language=es' };

describe('The language of a document (R50)', () => {
  it('a document is in English unless the browser prefers another language', async () => {
    for (const path of ['/', link, `/${harbor.domain}/auth/login`, '/no-such-company']) {
      expect(await open(path), path).toEqual({ language: 'en', cookie: undefined });
      expect((await open(path, SPANISH)).language, path).toBe('es');
    }
  });

  it('a document uses the language in its URL, and the browser remembers that language', async () => {
    for (const path of ['/faq', link]) {
      const chosen = await open(`${path}?lang=es`);
      expect(chosen.language).toBe('es');
      expect(chosen.cookie).toMatch(
        /^Language=es; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
      );
      expect((await open(path, REMEMBERED)).language).toBe('es');
      expect((await open(`${path}?lang=en`, REMEMBERED)).language).toBe('en');
      expect(await open(`${path}?lang=xx`)).toEqual({ language: 'en', cookie: undefined });
    }
  });

  it("a link opens in the customer's language unless another language was chosen in this browser", async () => {
    await setLanguage('es');
    expect((await open(link)).language).toBe('es');
    expect((await open(link, { cookie: 'Language=en' })).language).toBe('en');
    expect((await open('/faq')).language).toBe('en');
    await setLanguage(null);
  });

  it('a document is in the language of the signed-in customer', async () => {
    const page = `/${harbor.domain}/invoices`;
    await setLanguage('es');
    expect((await open(page, { cookie: `${session}; Language=en` })).language).toBe('es');
    expect((await open(`${page}?lang=en`, { cookie: session })).language).toBe('en');
    await setLanguage(null);
    expect((await open(page, { cookie: `${session}; Language=es` })).language).toBe('es');
  });
});
