import { describe, expect, it } from 'vitest';
import { Secret } from './secret.ts';
import {
  baseUrlFor,
  isOwnScript,
  originsFor,
  processorAt,
  toBaseUrls,
  usualScript,
} from './servers.ts';

const NONE = { baseUrls: {}, sandboxUrl: null };
const keys = (key: string, extra = {}) => ({ processorKey: new Secret(key), extra });
const data = (scriptUrl: string | null, settings = {}) => ({ scriptUrl, settings });

describe("The processors' servers", () => {
  it('the mode of the keys selects the API and the script', () => {
    expect(baseUrlFor(NONE, 'payengine', keys('sk_prod_1'))).toBe('https://console.payengine.co');
    expect(baseUrlFor(NONE, 'payengine', keys('sk_test_1'))).toBe('https://console.payengine.dev');
    expect(baseUrlFor(NONE, 'fiserv', keys('s', { environment: 'PROD' }))).toBe(
      'https://connect.fiservapis.com/ch',
    );
    expect(usualScript(NONE, 'payengine', true)).toMatch(/^https:\/\/console\.payengine\.co\/js/);
    expect(usualScript(NONE, 'fiserv', true)).toBeNull();
  });

  it('a sandbox replaces every server, and a single one can be overridden', () => {
    const sandboxUrl = 'http://127.0.0.1:4010';
    const baseUrls = toBaseUrls({ sandboxUrl, processorUrls: { stripe: 'https://s.example' } });
    expect(baseUrls).toEqual({
      stripe: 'https://s.example',
      payengine: `${sandboxUrl}/payengine`,
      fiserv: `${sandboxUrl}/fiserv/ch`,
    });
    expect(processorAt(baseUrls, `${sandboxUrl}/payengine/api/payment/sale`)).toBe('payengine');
    expect(processorAt({}, 'https://api.stripe.com/v1/refunds')).toBe('stripe');
    expect(processorAt({}, 'https://elsewhere.example')).toBe('other');
  });

  it("a page allows every origin of its company's processor, and a challenge no scripts", () => {
    const { scripts, connections, frames } = originsFor(
      'stripe',
      data('https://js.stripe.com/endive/stripe.js', { challengeUrl: 'https://acs.example/x' }),
    );
    expect(scripts).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com']);
    expect(connections).toContain('https://api.stripe.com');
    expect(frames).toEqual(
      expect.arrayContaining(['https://hooks.stripe.com', 'https://acs.example']),
    );
    expect(originsFor('payengine', data(null)).connections).toContain('https://gw.payengine.co');
    expect(originsFor('fiserv', data(null)).connections).toContain(
      'https://connect.fiservapis.com',
    );
  });

  it('a script from another server allows only that server', () => {
    const { scripts, frames } = originsFor('stripe', data('http://localhost:4010/stripe.js'));
    expect([scripts, frames]).toEqual([['http://localhost:4010'], ['http://localhost:4010']]);
    expect(isOwnScript('stripe', 'https://m.js.stripe.com/x.js')).toBe(true);
    expect(isOwnScript('stripe', 'https://evil-js.stripe.com.example/x.js')).toBe(false);
  });
});
