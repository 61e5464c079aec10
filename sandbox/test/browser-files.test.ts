// The files for browsers: every page finds its scripts and styles, every script is valid, and the fields of all
// processors share their formatting.
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSandbox } from './test-sandbox.ts';

const sandbox = await startSandbox();
afterAll(sandbox.close);

const REFERENCES = /(?:src|href)="([^"#]+)"|(?:from|import) ['"]([^'"]+)['"]/g;

async function missingFrom(url: string, method = 'GET', seen = new Set<string>()) {
  if (seen.has(url)) return [];
  seen.add(url);
  const response = await fetch(url, { method });
  const text = await response.text();
  if (!response.ok) return [url];
  const missing: string[] = [];
  for (const [, link, specifier] of text.matchAll(REFERENCES)) {
    const next = new URL(link ?? specifier ?? '', url).href;
    missing.push(...(await missingFrom(next, 'GET', seen)));
  }
  return missing;
}

describe('Files for browsers', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/payengine/fields/field.html'],
    ['GET', '/payengine/3ds/challenge.html'],
    ['GET', '/fiserv/sdk/3.5.5/fields/field.html'],
    ['POST', '/fiserv/3ds/step-up'],
    ['POST', '/fiserv/3ds/collect'],
    ['GET', '/stripe/elements/payment.html'],
    ['GET', '/stripe/elements/express.html'],
    ['GET', '/stripe/elements/wallet.html'],
    ['GET', '/stripe/elements/controller.html'],
    ['GET', '/stripe/3ds/challenge.html'],
    ['GET', '/stripe/microdeposits/verify.html'],
  ])('the page at %s %s loads all its scripts and styles', async (method, path) => {
    expect(await missingFrom(`${sandbox.url}${path}`, method)).toEqual([]);
  });

  it.each([
    '/payengine/js/1.0.0/securefields.min.js',
    '/fiserv/sdk/3.5.5/checkout.js',
    '/stripe/endive/stripe.js',
  ])('%s is one classic script without imports', async (path) => {
    const text = await (await fetch(`${sandbox.url}${path}`)).text();
    expect(() => new Function(text)).not.toThrow();
    expect(text).not.toMatch(/^(import|export) /m);
  });
});

const format = z.function({ input: [z.string()], output: z.string() });
const CardInput = z.object({ formatCardNumber: format, formatExpiry: format });

describe('Card input', async () => {
  const url = new URL('../public/common/card-input.js', import.meta.url);
  const { formatCardNumber, formatExpiry } = CardInput.parse(await import(url.href));

  it.each([
    ['42424242', '4242 4242'],
    ['4242-4242 42424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['abc', ''],
  ])('the card number %j is formatted as %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it.each([
    ['1', '1'],
    ['4', '04'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['12 / 34', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['1/34', '01 / 34'],
    ['12 / 20', '12 / 20'],
    ['12 / 203', '12 / 203'],
  ])('the expiry date %j is formatted as %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });
});
