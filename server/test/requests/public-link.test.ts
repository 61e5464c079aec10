/**
 * Public links (R4): what they open, and that unknown, foreign, expired and revoked links all get the same
 * response.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mintLinkToken } from '../../src/identity/link-token.ts';
import { forFile } from '../world/for-file.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
const harbor = forFile(() => world.company());
const invoice = forFile(() => world.invoice(harbor));

const THINGS = ['company', 'debtor', 'account', 'invoice-transactions', 'request'] as const;

function get(thing: string, company: string, token: string): Promise<Response> {
  return fetch(`${world.url}/api/portal/public/${thing}/${company}/${token}`);
}

describe('A public link (R4)', () => {
  it.each(THINGS)('a public link opens %s', async (thing) => {
    const answer = await get(thing, harbor.domain, invoice.token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('a public link shows no secret, internal id, contact or other invoice', async () => {
    const other = await world.invoice(harbor);
    const texts = await Promise.all(
      THINGS.map(async (thing) => (await get(thing, harbor.domain, invoice.token)).text()),
    );
    const everything = texts.join('\n');
    for (const hidden of [
      harbor.companyId,
      harbor.customerId,
      invoice.invoiceId,
      other.accountRef,
      harbor.merchant.privateKey,
      harbor.merchant.webhookSecret,
      invoice.token,
      'internalRef',
      'Ortiz',
    ]) {
      expect(everything).not.toContain(hidden);
    }
    expect(everything).toContain('Maya');
  });

  it('an unknown, malformed, foreign, expired or revoked link returns the same 404', async () => {
    const expired = await world.invoice(harbor);
    const revoked = await world.invoice(harbor);
    const foreign = await world.company();
    const { pool } = world.deps.database;
    await pool.query('update capabilities set expires_at = created_at where request_id = $1', [
      expired.requestId,
    ]);
    await pool.query('update capabilities set revoked_at = created_at where request_id = $1', [
      revoked.requestId,
    ]);
    const closed = [
      [harbor.domain, mintLinkToken((count) => randomBytes(count))],
      [harbor.domain, 'not-a-token'],
      [foreign.domain, invoice.token],
      ['nobody', invoice.token],
      [harbor.domain, expired.token],
      [harbor.domain, revoked.token],
    ] as const;
    for (const thing of THINGS) {
      const answers = await Promise.all(
        closed.map(async ([company, token]) => {
          const answer = await get(thing, company, token);
          return `${answer.status} ${await answer.text()}`;
        }),
      );
      expect(new Set(answers)).toEqual(new Set(['404 {"success":false,"message":"NOT_FOUND"}']));
    }
  });
});

function submit(requestId: string, headers: Record<string, string>, body: unknown = {}) {
  return fetch(`${world.url}/api/portal/request/${requestId}/full/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const BODY = {
  processor: 'payengine',
  quote: { amount: 10_000, fee: 330 },
  paymentInfo: { paymentType: 'card', token: 'card_sandbox_none' },
};

describe('Paying by a link (ADR 0018)', () => {
  it('a payment by link requires the link in the header', async () => {
    expect((await submit(invoice.requestId, {}, BODY)).status).toBe(401);
    const bearer = { authorization: 'Bearer something' };
    expect((await submit(invoice.requestId, bearer, BODY)).status).toBe(401);
  });

  it("a link cannot pay another link's request, an unknown request or a malformed id", async () => {
    const other = await world.invoice(harbor);
    const authorization = `Link ${invoice.token}`;
    for (const requestId of [other.requestId, randomUUID(), 'not-an-id']) {
      const answer = await submit(requestId, { authorization }, BODY);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ success: false, message: 'REQUEST_NOT_FOUND' });
    }
  });

  it('a link can be read-only', async () => {
    const viewed = await world.invoice(harbor);
    await world.deps.database.pool.query(
      "update capabilities set scope = 'view' where request_id = $1",
      [viewed.requestId],
    );
    const answer = await submit(viewed.requestId, { authorization: `Link ${viewed.token}` }, BODY);
    expect(answer.status).toBe(404);
    expect((await get('account', harbor.domain, viewed.token)).status).toBe(200);
  });
});

describe('Invalid input by a link', () => {
  const authorization = () => ({ authorization: `Link ${invoice.token}` });

  it.each([
    ['no JSON', '{', 400],
    ['an empty object', {}, 400],
    ['an unknown field', { ...BODY, amountCents: 1 }, 400],
    ['a fraction of a cent', { ...BODY, quote: { amount: 100.5, fee: 3 } }, 400],
    ['a NUL character', { ...BODY, paymentInfo: { paymentType: 'card', token: 'a\0b' } }, 400],
    ['half a character', { ...BODY, paymentInfo: { paymentType: 'card', token: 'a\ud800' } }, 400],
    ['too much', JSON.stringify({ ...BODY, filler: 'x'.repeat(70_000) }), 413],
  ])('a payment by link is refused: %s', async (_what, body, status) => {
    const answer = await submit(invoice.requestId, authorization(), body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ success: false, message: 'INVALID_REQUEST' });
  });

  it('a card number is refused in any field', async () => {
    const paymentInfo = { paymentType: 'card', token: '4242 4242 4242 4242' };
    const answer = await submit(invoice.requestId, authorization(), { ...BODY, paymentInfo });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: 'CARD_DATA_REFUSED' });
  });

  it('an invalid idempotency key is refused', async () => {
    const headers = { ...authorization(), 'idempotency-key': 'again' };
    expect((await submit(invoice.requestId, headers, BODY)).status).toBe(400);
  });

  it('invalid input leaves the invoice unchanged', async () => {
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
  });
});

describe('Response headers and errors', () => {
  it('every response has the security headers', async () => {
    const answer = await fetch(`${world.url}/api/health`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-frame-options': 'DENY',
    });
  });

  it('an unknown call returns an error from the catalog', async () => {
    const answer = await fetch(`${world.url}/api/portal/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ success: false, message: 'NOT_FOUND' });
  });
});
