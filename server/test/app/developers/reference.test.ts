/** The API reference at /developers is complete and navigable, and no script can run in it. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { PROVIDER_BASE, type ProviderRoute } from '@quittance/contract/http/provider-route';
import { toErrors } from '@quittance/contract/openapi/route-errors';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { GUIDES, guidePath } from '../../../src/app/developers/guides.ts';
import { renderMarkdown } from '../../../src/app/developers/markdown.ts';
import { markup, prose } from '../../../src/app/developers/markup.ts';
import { STRICT_LIMITS } from '../../../src/platform/limits/limit-config.ts';
import { useTestPortal } from '../../world/test-portal.ts';

const rows: [string, ProviderRoute][] = Object.entries(PROVIDER_ROUTES);

let page: string;
let policy: string;

const portal = useTestPortal();

beforeAll(async () => {
  const { body, headers } = await portal.ask({ method: 'GET', url: DEVELOPERS_PATH });
  page = body;
  policy = String(headers['content-security-policy']);
});

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

function toSection(id: string): string {
  const [, after = ''] = page.split(`<section class="call" id="${id}">`);
  return after.split('<section')[0] ?? '';
}

describe('The reference of the provider API', () => {
  it.each(rows)(
    'the API reference shows %s with its path, scope, fields and an example',
    (name, route) => {
      const section = toSection(name);
      expect(section).toContain(`<code>${route.path}</code>`);
      expect(section).toContain(`Scope <code>${route.scope}</code>`);
      expect(section).toContain(`curl http://portal.test${PROVIDER_BASE}/`);
      expect(section).toContain(`await client.${name}(`);
      const fields = Object.keys({ ...route.params?.shape, ...route.query?.shape });
      for (const field of fields) expect(section).toContain(`<code class="name">${field}</code>`);
      expect(section).not.toMatch(/undefined|\[object/);
    },
  );

  it('the API reference has an anchor for every error code and no broken links', () => {
    const ids = idsIn(page);
    expect(new Set(ids).size).toBe(ids.length);
    const codes = rows.flatMap(([, route]) => toErrors(route));
    expect(ids).toEqual(expect.arrayContaining(codes));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('the type of a problem response is a URL in the API reference', async () => {
    const refused = await portal.ask({ method: 'GET', url: `${PROVIDER_BASE}/customers` });
    const [path, id] = refused.json<{ type: string }>().type.split('#');
    expect(path).toBe(DEVELOPERS_PATH);
    expect(idsIn(page)).toContain(id);
  });

  it('the API reference runs no script, and its policy allows only its own style', () => {
    expect(page).not.toMatch(/<script| style="| on\w+="|javascript:/);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    expect(findings.filter(({ severity }) => severity <= Severity.HIGH)).toEqual([]);
  });

  it.each(GUIDES)(
    'the guide $id has the text of its documents and links that work',
    async (guide) => {
      const { body, headers, statusCode } = await portal.ask({
        method: 'GET',
        url: guidePath(guide),
      });
      expect(statusCode).toBe(200);
      expect(headers['content-security-policy']).toBe(policy);
      expect(body).toContain(`<h1>${guide.title}</h1>`);
      expect(body).not.toMatch(/\(0\d{3}\)/);
      expect(body).toContain('<pre tabindex="0"><code>');
      expect(body).not.toMatch(/<script|```|\]\(|\*\*|undefined/);
      const ids = idsIn(body);
      const pages = [DEVELOPERS_PATH, `${PROVIDER_BASE}/openapi.json`, ...GUIDES.map(guidePath)];
      for (const [, href = ''] of body.matchAll(/href="([^"]+)"/g)) {
        if (href.startsWith('#')) expect(ids).toContain(href.slice(1));
        else if (!href.startsWith('https://')) expect(pages).toContain(href);
      }
    },
  );

  it.each([DEVELOPERS_PATH, `${PROVIDER_BASE}/openapi.json`])(
    '%s is sent compressed, and not again to a client that has it',
    async (url) => {
      const ask = (headers: Record<string, string>) => portal.ask({ method: 'GET', url, headers });
      const plain = await ask({});
      const sent = await ask({ 'accept-encoding': 'gzip, br' });
      expect(sent.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(sent.rawPayload).toString()).toBe(plain.body);
      const tag = String(sent.headers.etag);
      const again = await ask({ 'accept-encoding': 'br', 'if-none-match': `"other", ${tag}` });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    },
  );

  it('the API reference counts toward the public reads of a client', async () => {
    const statuses = await Promise.all(
      Array.from({ length: STRICT_LIMITS.publicReads.count + 1 }, async () => {
        const remoteAddress = '198.51.100.7';
        const answer = await portal.ask({ method: 'GET', url: DEVELOPERS_PATH, remoteAddress });
        return answer.statusCode;
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('Markdown is rendered without running any of it', () => {
    const text =
      '## A `b`\n\n- one <i>\n  two\n  - three\n\n| a | b |\n|---|---|\n| `x|y` | [z](javascript:1) |';
    expect(renderMarkdown(text, () => null).html).toBe(
      '<h2 id="a-b">A <code>b</code></h2><ul class="bullets"><li><p>one &lt;i&gt; two</p><ul class="bullets"><li>three</li></ul></li></ul>' +
        '<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>z</td></tr></tbody></table></div>',
    );
  });

  it('the API reference escapes text', () => {
    const text = '<b>"&"</b>';
    expect(markup`<p title="${text}">${[markup`<i>${1}</i>`]}${null}</p>`.html).toBe(
      '<p title="&lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;"><i>1</i></p>',
    );
    expect(prose('Send `a<b` & go').html).toBe('Send <code>a&lt;b</code> &amp; go');
  });
});
