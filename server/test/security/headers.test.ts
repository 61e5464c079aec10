/** Headers of documents, of the API and of assets. An evaluator that covers known bypasses checks the policies. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCompany, addInvoice, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { openTestPortal, type TestPortal } from '../world/test-portal.ts';
import { writeDocuments } from '../world/web-folder.ts';

/** Large enough to be worth compressing. */
const STYLES = 'p { color: teal }\n'.repeat(100);
const INLINE_SCRIPT = 'document.title = "inline"';
const PAGE = `<!doctype html><head><script>${INLINE_SCRIPT}</script>
<script src="/assets/app.js"></script><style>${STYLES}</style></head>
<body><b>__COMPANY_NAME__</b></body>`;

const toSource = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const SCRIPT = 'const text = "many words";\n'.repeat(200);

let folder: string;
let portal: TestPortal;
let harbor: TestCompany;
let northwind: TestCompany;
let summit: TestCompany;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-headers-'));
  await mkdir(join(folder, 'assets'));
  await writeDocuments(folder, PAGE);
  await writeFile(join(folder, 'assets', 'app.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'app.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'app.js.gz'), gzipSync(SCRIPT));
  portal = await openTestPortal({ webFolder: folder, isHttps: true });
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
  northwind = await addCompany(portal.deps, newMerchant('stripe'));
  summit = await addCompany(portal.deps, newMerchant('fiserv'));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.ask({ method: 'GET', url, headers });

function directives(policy: unknown): Map<string, string[]> {
  const parts = String(policy).split(';');
  return new Map(
    parts.map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

/** Stripe requires these subdomains of its own domain, which only Stripe can create. */
const STRIPES_OWN = 'https://*.js.stripe.com';

const DOCUMENTS: [string, () => string][] = [
  ['the public pages', () => '/'],
  ['a portal with PayEngine', () => `/${harbor.domain}/pay/x`],
  ['a portal with Stripe', () => `/${northwind.domain}/pay/x`],
  ['a portal with Fiserv', () => `/${summit.domain}/pay/x`],
  ['the portal of an unknown company', () => '/nobody-at-all'],
  ['the staff console', () => '/desk'],
  ['a page of the staff console', () => `/desk/${northwind.domain}/payments/x`],
];
const OTHERS: [string, () => string][] = [
  ['the API', () => '/api/health'],
  ['an asset', () => '/assets/app.js'],
];

const COMMON = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

it.each(['GET', 'PATCH'] as const)(
  '%s of an unknown path of an API is refused as a problem',
  async (method) => {
    for (const url of ['/api/provider/v1/nothing', '/api/desk/v1/nothing']) {
      const { statusCode, headers, body } = await portal.ask({ method, url });
      expect([statusCode, headers['content-type']]).toEqual([
        404,
        expect.stringMatching(/^application\/problem\+json/),
      ]);
      expect(JSON.parse(body)).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    }
  },
);

describe('The headers of every answer', () => {
  it.each([...DOCUMENTS, ...OTHERS])(
    'the security headers are present on %s',
    async (_name, path) => {
      const { headers } = await get(path());
      expect(headers).toMatchObject(COMMON);
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['permissions-policy']).toMatch(/payment=\(self[^)]*\)/);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    },
  );

  it('API responses and documents are not cached', async () => {
    for (const path of ['/api/health', '/', `/${harbor.domain}`]) {
      expect((await get(path)).headers['cache-control']).toBe('no-store');
    }
  });

  it('responses without TLS have no Strict-Transport-Security header', async () => {
    const plain = await openTestPortal();
    const { headers } = await plain.ask({ method: 'GET', url: '/api/health' });
    expect(headers).not.toHaveProperty('strict-transport-security');
    await plain.close();
  });
});

describe("The staff console's document (R73)", () => {
  it('the console document is the same for every company and loads only from our origin', async () => {
    for (const path of ['/desk', `/desk/${northwind.domain}`, '/desk/nobody/invoices/1']) {
      const { statusCode, headers } = await get(path);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      const policy = directives(headers['content-security-policy']);
      expect(policy.get('connect-src')).toEqual(["'self'"]);
      expect(policy.get('script-src')).toEqual(["'self'", toSource(INLINE_SCRIPT)]);
      for (const name of ['frame-ancestors', 'frame-src', 'default-src']) {
        expect(policy.get(name)).toEqual(["'none'"]);
      }
    }
    expect((await get('/deskside')).statusCode).toBe(404);
  });
});

describe("The portal's document", () => {
  it("the portal document contains the company's name as text without scripts", async () => {
    const name = '<img src=x onerror=alert(1)> "Harbor" & $& Sons';
    const hostile = await addCompany(portal.deps, newMerchant('stripe'), { name });
    const { body } = await get(`/${hostile.domain}/invoices`);
    expect(body).toContain(
      '<b>&lt;img src=x onerror=alert(1)&gt; &quot;Harbor&quot; &amp; $&amp; Sons</b>',
    );
  });

  it('a document of an unknown company contains no company name', async () => {
    expect((await get('/nobody-at-all')).body).toContain('<b></b>');
  });
});

describe('The content security policies', () => {
  it.each(DOCUMENTS)('the policies of %s have no exceptions', async (_name, path) => {
    const policy = String((await get(path())).headers['content-security-policy']);
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    const severe = findings.filter(({ severity }) => severity <= Severity.HIGH);
    expect(severe).toEqual([]);
  });

  it.each(DOCUMENTS)(
    'the policies of %s forbid framing, base and object elements',
    async (_name, path) => {
      const policy = directives((await get(path())).headers['content-security-policy']);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('form-action')?.[0]).toBe("'self'");
      const sources = [...policy.values()].flat().filter((source) => source !== STRIPES_OWN);
      expect(sources.join(' ')).not.toMatch(/unsafe-|\*|http:/);
    },
  );

  it('the inline elements of a document are allowed by their hashes, its brand included', async () => {
    for (const path of ['/', `/${harbor.domain}`]) {
      const { headers, body } = await get(path);
      const policy = directives(headers['content-security-policy']);
      expect(policy.get('script-src')).toContain(toSource(INLINE_SCRIPT));
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
      expect(styles).toHaveLength(path === '/' ? 1 : 2);
      expect(policy.get('style-src')).toEqual(expect.arrayContaining(styles.map(toSource)));
    }
  });

  it('every response has its own nonce for styles that scripts add', async () => {
    const nonces = new Set<string>();
    for (let index = 0; index < 20; index += 1) {
      const { headers, body } = await get('/');
      const [, nonce = ''] =
        /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      expect(body).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(20);
  });

  it('the policies name one processor on the portal and none on the public pages', async () => {
    const scripts = async (path: string) => {
      const policy = directives((await get(path)).headers['content-security-policy']);
      return policy.get('script-src')?.filter((source) => source.startsWith('http'));
    };
    expect(await scripts('/')).toEqual([]);
    expect(await scripts('/nobody-at-all')).toEqual([]);
    expect((await scripts(`/${harbor.domain}`))?.length).toBeGreaterThan(0);
  });
});

describe('Compression', () => {
  const accepting = { 'accept-encoding': 'br, gzip' };

  it('assets are compressed', async () => {
    const encoding = async (accept: string) =>
      (await get('/assets/app.js', { 'accept-encoding': accept })).headers['content-encoding'];
    expect(await encoding('br, gzip')).toBe('br');
    expect(await encoding('gzip')).toBe('gzip');
    expect(await encoding('identity')).toBeUndefined();
    const { headers } = await get('/assets/app.js', accepting);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
  });

  it('documents are compressed', async () => {
    for (const path of ['/', `/${harbor.domain}`, `/${harbor.domain}/pay/x`]) {
      const { headers, rawPayload } = await get(path, accepting);
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'accept-encoding, accept-language',
      });
      const plain = await get(path, { 'accept-encoding': 'gzip;q=0, identity' });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.body).toContain('<!doctype html>');
      const withoutNonce = (html: string) => html.replace(/nonce="[^"]*"/, '');
      expect(withoutNonce(gunzipSync(rawPayload).toString())).toBe(withoutNonce(plain.body));
    }
  });

  it('API responses are compressed if another site cannot request them', async () => {
    const { token } = await addInvoice(portal.deps, harbor);
    const path = `/${harbor.domain}/${token}`;
    const linked = `/api/portal/public/company${path}`;
    const { headers, rawPayload } = await get(linked, accepting);
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await get(linked)).body);
    for (const url of [`/api/portal/public/debtor${path}`, `/api/portal/company/${harbor.domain}`])
      expect((await get(url, accepting)).headers).not.toHaveProperty('content-encoding');
  });
});
