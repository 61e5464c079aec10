/**
 * Analytics, recording and pixels (R29): if configured by the operator, they appear in the documents and policies
 * of the product's own pages, and nowhere else.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { openTestPortal, type TestPortal } from '../world/test-portal.ts';
import { writeDocuments } from '../world/web-folder.ts';

const PAGE = '<!doctype html><head></head><script src="/assets/a.js"></script>';
const DATABASE_URL = 'postgres://portal@127.0.0.1/portal';
const THIRD_PARTIES = /plausible|clarity|bing|facebook|linkedin/;

let folder: string;
let portal: TestPortal;
let harbor: TestCompany;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-measuring-'));
  await mkdir(join(folder, 'assets'));
  await writeDocuments(folder, PAGE);
  const { analytics } = readConfig({
    DATABASE_URL,
    ANALYTICS_URL: 'https://plausible.example/',
    ANALYTICS_SITE: 'pay.example.com',
    CLARITY_ID: 'abcdef1234',
    META_PIXEL_ID: '1234567890',
    LINKEDIN_PARTNER_ID: '98765',
  });
  if (!analytics) throw new Error('nothing is configured');
  portal = await openTestPortal({ webFolder: folder, analytics });
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

async function read(url: string, from = portal) {
  const { headers, body } = await from.ask({ method: 'GET', url });
  return { policy: String(headers['content-security-policy']), body };
}

describe('Analytics (R29)', () => {
  it.each(['/', '/faq', '/privacy-policy', '/terms-of-service'])(
    'analytics may run on %s',
    async (url) => {
      const { policy, body } = await read(url);
      expect(policy).toContain("connect-src 'self' https://plausible.example https://*.clarity.ms");
      expect(policy).toMatch(
        /img-src 'self' data:.* https:\/\/www\.facebook\.com https:\/\/px\.ads/,
      );
      expect(policy).toMatch(/script-src 'self' https:\/\/\*\.clarity\.ms;/);
      expect(body).toContain('<meta name="measuring" content="{&quot;analytics&quot;:');
    },
  );

  it('analytics adds no exception to the policy of its pages', async () => {
    const { policy } = await read('/');
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    expect(findings.filter(({ severity }) => severity <= Severity.HIGH)).toEqual([]);
  });

  it('analytics is absent from the portal and from pages with typed references', async () => {
    const pages = ['/resolve', '/onboarding', `/${harbor.domain}`, `/${harbor.domain}/pay/x`, '/x'];
    for (const url of [...pages, `/${harbor.domain}/auth/login`, `/${harbor.domain}/invoices`]) {
      const { policy, body } = await read(url);
      expect(policy).not.toMatch(THIRD_PARTIES);
      expect(body).not.toContain('measuring');
    }
  });

  it('analytics is off unless configured', async () => {
    expect(readConfig({ DATABASE_URL }).analytics).toBeNull();
    const quiet = await openTestPortal({ webFolder: folder });
    const { policy, body } = await read('/', quiet);
    expect(policy).not.toMatch(THIRD_PARTIES);
    expect(body).not.toContain('measuring');
    await quiet.close();
  });
});
