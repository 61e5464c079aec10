/**
 * Sends hostile text through every field that a customer may write. The text is either refused or returned
 * unchanged as JSON. e2e/page-security.spec.ts tests how a browser renders it.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { addBearer } from '../world/add-bearer.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';
import { HOSTILE } from './hostile.ts';

const RUNS = Number(process.env['HOSTILE_RUNS'] ?? sampled({ sample: 6, full: 60 }));
const SEED = 20_261_115;

let harbor: TestCompany;
let authorization: string;

const portal = useTestPortal({ limits: raisedLimits(1000) });

beforeAll(async () => {
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
  authorization = `Bearer ${await addBearer(portal, harbor)}`;
});

type Method = 'GET' | 'POST' | 'PUT';

function ask(method: Method, path: string, payload?: object) {
  const url = `/api/portal/${path}`;
  return portal.ask({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) });
}

const generated = fc.sample(fc.string({ unit: 'binary', maxLength: 120 }), {
  numRuns: RUNS,
  seed: SEED,
});
const TEXTS = [...HOSTILE, ...generated];

async function readName(): Promise<string> {
  const answer = await ask('GET', `private/debtor/${harbor.customerId}`);
  return answer.json<{ debtor: { firstName: string } }>().debtor.firstName;
}

describe(`${TEXTS.length} hostile texts`, { timeout: 600_000 }, () => {
  it('a hostile text is refused as a name or returned unchanged', async () => {
    for (const text of TEXTS) {
      const answer = await ask('PUT', 'debtor', { firstName: text, lastName: 'Ortiz' });
      expect([200, 400, 413, 422]).toContain(answer.statusCode);
      if (answer.statusCode === 200) expect(await readName()).toBe(text.trim());
    }
  });

  it('a hostile text is never accepted as a contact', async () => {
    for (const text of TEXTS) {
      const answer = await ask('POST', 'contact', { type: 'EMAIL', value: text });
      expect([400, 413, 422]).toContain(answer.statusCode);
    }
  });

  it('a hostile text as a search or a company name finds nothing and causes no error', async () => {
    for (const text of TEXTS.map((each) => each.replace(/\p{Surrogate}/gu, '?'))) {
      const query = encodeURIComponent(text.slice(0, 100));
      const list = `debtor/${harbor.customerId}/account?search=${query}`;
      expect([200, 400]).toContain((await ask('GET', list)).statusCode);
      expect([200, 400]).toContain((await ask('GET', `company?name=${query}`)).statusCode);
      expect([200, 400]).toContain((await ask('POST', 'contract', contracts(text))).statusCode);
    }
  });

  it('a hostile text is returned as JSON that no browser renders as a page', async () => {
    const { headers } = await ask('GET', `private/debtor/${harbor.customerId}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});

function contracts(search: string) {
  return { tab: 'all', page: 1, limit: 10, search: search.slice(0, 100) };
}
