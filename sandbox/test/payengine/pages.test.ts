import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../test-sandbox.ts';

const sandbox = await startSandbox();
afterAll(sandbox.close);

const get = async (path: string) => {
  const response = await fetch(`${sandbox.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('The pages of PayEngine', () => {
  it.each(['securefields.min.js', 'embed.js'])(
    'PayEngine serves the script %s to the loader',
    async (name) => {
      const { status, headers, text } = await get(`/payengine/js/1.0.0/${name}?key=pk_test_x`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/javascript');
      expect(text).toContain('window.PayEngine');
    },
  );

  it('secure fields can load resources from and call only this server', async () => {
    const { headers, text } = await get('/payengine/fields/field.html');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(text).toMatch(/data-month="\d{4}-\d{2}"/);
  });

  it('unknown files are not found', async () => {
    expect((await get('/payengine/fields/../../package.json')).status).toBe(404);
    expect((await get('/payengine/js/2.0.0/embed.js')).status).toBe(404);
  });
});

const Formats = z.object({
  toErrors: z.function({
    input: [z.string(), z.array(z.string()), z.object({ month: z.string() })],
    output: z.array(z.string()),
  }),
});

describe('A secure field', async () => {
  const url = new URL('../../public/payengine/fields/formats.js', import.meta.url);
  const { toErrors } = Formats.parse(await import(url.href));

  it.each([
    ['', ['required', 'validCardNumber'], ['is required']],
    ['4242 4242 4242 4242', ['required', 'validCardNumber'], []],
    ['4242 4242 4242 4241', ['validCardNumber'], ['is not a valid card number']],
    ['4242 4242', ['validCardNumber'], ['is not a valid card number']],
    ['11 / 26', ['validCardExpirationDate'], []],
    ['10 / 26', ['validCardExpirationDate'], ['is not a valid expiration date']],
    ['13 / 30', ['validCardExpirationDate'], ['is not a valid expiration date']],
    ['12', ['validCardSecurityCode'], ['is not a valid security code']],
    ['123', ['validCardSecurityCode'], []],
  ])('a secure field validates %j with %j and reports %j', (typed, validations, faults) => {
    expect(toErrors(typed, validations, { month: '2026-11' })).toEqual(faults);
  });
});
