import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startStripe } from './test-stripe.ts';

const stripe = await startStripe();
afterAll(stripe.close);

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${stripe.url}/stripe${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('The pages of Stripe', () => {
  it('Stripe serves one classic script that defines window.Stripe for this release', async () => {
    const { status, headers, text } = await get('/endive/stripe.js');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/javascript');
    expect(text).toContain("const RELEASE = 'endive'");
  });

  it.each(['elements/payment.html', 'elements/express.html', '3ds/challenge.html'])(
    'the page %s can be embedded and can load from and call only this server',
    async (path) => {
      const { headers } = await get(`/${path}`);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('the elements session needs a valid key', async () => {
    const withKey = (key: string) => get('/elements/session', { authorization: `Bearer ${key}` });
    expect((await withKey('pk_test_sandbox_northwind')).text).toContain('Northwind Builders');
    expect((await withKey('pk_test_wrong')).status).toBe(401);
  });
});

const Problem = z.nullable(z.object({ code: z.string(), message: z.string() }));
const check = z.function({ input: [z.string(), z.string()], output: Problem });
const format = z.function({ input: [z.string()], output: z.string() });
const Formats = z.object({
  formatNumber: format,
  numberProblem: check,
  expiryProblem: check,
  cvcProblem: check,
  routingProblem: check,
  emailProblem: check,
});

describe('A field of the Payment Element', async () => {
  const url = new URL('../../public/stripe/elements/formats.js', import.meta.url);
  const formats = Formats.parse(await import(url.href));

  it('a Payment Element field limits the card number to sixteen digits', () => {
    expect(formats.formatNumber('4242-4242 42424242 4242')).toBe('4242 4242 4242 4242');
  });

  it.each([
    ['numberProblem', '4242 4242', '', 'incomplete_number'],
    ['numberProblem', '4242 4242 4242 4241', '', 'invalid_number'],
    ['numberProblem', '4242 4242 4242 4242', '', undefined],
    ['expiryProblem', '12', '2026-11', 'incomplete_expiry'],
    ['expiryProblem', '13 / 30', '2026-11', 'invalid_expiry_month'],
    ['expiryProblem', '10 / 26', '2026-11', 'invalid_expiry_year_past'],
    ['expiryProblem', '11 / 26', '2026-11', undefined],
    ['cvcProblem', '123', '4242', undefined],
    ['cvcProblem', '123', '3782', 'incomplete_cvc'],
    ['routingProblem', '110000000', '', undefined],
    ['routingProblem', '110000001', '', 'invalid_routing_number'],
    ['emailProblem', 'nobody', '', 'incomplete_email'],
  ] as const)(
    'the check %s of %j with the related value %j returns %s',
    (name, text, beside, code) => {
      expect(formats[name](text, beside)?.code).toBe(code);
    },
  );
});
