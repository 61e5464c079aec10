/**
 * Forged, altered, stale and foreign webhooks change nothing (product §10, A7). Ten thousand are tested against the
 * verification functions, and a sample over HTTP with a comparison of the whole database.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createWebhooks as payengine } from '../../src/processors/payengine/webhook.ts';
import { Secret } from '../../src/processors/secret.ts';
import { createWebhooks as stripe } from '../../src/processors/stripe/webhook.ts';
import { type Random, randomFrom } from '../random.ts';
import type { TestCompany } from '../world/company.ts';
import { readHash } from '../world/database-hash.ts';
import { openWorld, START, type World } from '../world/world.ts';

// Thousands of webhooks are sent, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const SEED = 20_261_115;
const FORGED_OF_EACH = 5000;
const OVER_HTTP_OF_EACH = sampled({ sample: 30, full: 100 });

const clock = fixedClock(START);
const NOW_SECONDS = Date.parse(START) / 1000;

type SignedWebhook = { rawBody: string; headers: Record<string, string> };
type SigningInput = { secret: string; timestamp: number; body: string };

/** Each processor's signature scheme, implemented independently. */
const SIDES = {
  payengine: {
    header: 'x-pf-signature',
    scheme: 's',
    create: payengine,
    body: (reference: string) =>
      JSON.stringify({
        event_uid: randomUUID(),
        event: 'PAYMENT_SALE',
        data: { internalTransactionID: reference },
      }),
  },
  stripe: {
    header: 'stripe-signature',
    scheme: 'v1',
    create: stripe,
    body: (reference: string) =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { metadata: { attempt_id: reference } } },
      }),
  },
} as const;
type Side = keyof typeof SIDES;

function toHex({ secret, timestamp, body }: SigningInput): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function signed(side: Side, { secret, timestamp, body }: SigningInput): SignedWebhook {
  const { header, scheme } = SIDES[side];
  const value = `t=${timestamp},${scheme}=${toHex({ secret, timestamp, body })}`;
  return { rawBody: body, headers: { [header]: value } };
}

function changeOne(random: Random, text: string, alphabet: string): string {
  const place = random.below(text.length);
  const others = [...alphabet].filter((character) => character !== text[place]);
  return `${text.slice(0, place)}${random.pick(others)}${text.slice(place + 1)}`;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789{}":,';

type Forge = (random: Random, side: Side, secret: string) => SignedWebhook;

const FORGERIES: Readonly<Record<string, Forge>> = {
  'a changed body': (random, side, secret) => {
    const body = SIDES[side].body(randomUUID());
    const sent = signed(side, { secret, timestamp: NOW_SECONDS, body });
    return { ...sent, rawBody: changeOne(random, body, LETTERS) };
  },
  'a longer body': (random, side, secret) => {
    const sent = truth(side, secret, randomUUID());
    return { ...sent, rawBody: sent.rawBody + random.pick([' ', '\n', '{}', '\0']) };
  },
  'a changed signature': (random, side, secret) => {
    const body = SIDES[side].body(randomUUID());
    const { header, scheme } = SIDES[side];
    const hex = changeOne(
      random,
      toHex({ secret, timestamp: NOW_SECONDS, body }),
      '0123456789abcdef',
    );
    return { rawBody: body, headers: { [header]: `t=${NOW_SECONDS},${scheme}=${hex}` } };
  },
  'a shorter signature': (random, side, secret) => {
    const body = SIDES[side].body(randomUUID());
    const { header, scheme } = SIDES[side];
    const hex = toHex({ secret, timestamp: NOW_SECONDS, body }).slice(0, random.below(64));
    return { rawBody: body, headers: { [header]: `t=${NOW_SECONDS},${scheme}=${hex}` } };
  },
  'another time than was signed': (random, side, secret) => {
    const body = SIDES[side].body(randomUUID());
    const { header, scheme } = SIDES[side];
    const hex = toHex({ secret, timestamp: NOW_SECONDS, body });
    const timestamp = NOW_SECONDS - 1 - random.below(299);
    return { rawBody: body, headers: { [header]: `t=${timestamp},${scheme}=${hex}` } };
  },
  'a recording of an hour or a year ago': (random, side, secret) => {
    const timestamp = NOW_SECONDS - 301 - random.below(31_536_000);
    return signed(side, { secret, timestamp, body: SIDES[side].body(randomUUID()) });
  },
  'a guessed secret': (random, side, secret) => {
    const guess = changeOne(random, secret, 'abcdefghijklmnopqrstuvwxyz_');
    const body = SIDES[side].body(randomUUID());
    return signed(side, { secret: guess, timestamp: NOW_SECONDS, body });
  },
  'another header': (random, side, secret) => {
    const body = SIDES[side].body(randomUUID());
    const hex = toHex({ secret, timestamp: NOW_SECONDS, body });
    const { header, scheme } = SIDES[side];
    const value = random.pick([
      '',
      hex,
      `t=${NOW_SECONDS}`,
      `${scheme}=${hex}`,
      `t=,${scheme}=${hex}`,
      `t=${NOW_SECONDS},v0=${hex}`,
      `t=NaN,${scheme}=${hex}`,
      `t=${NOW_SECONDS},${scheme}=${hex.toUpperCase()}`,
      `t=-${NOW_SECONDS},${scheme}=${hex}`,
    ]);
    return { rawBody: body, headers: { [header]: value } };
  },
  'the signature of another event': (_random, side, secret) => {
    const other = signed(side, {
      secret,
      timestamp: NOW_SECONDS,
      body: SIDES[side].body(randomUUID()),
    });
    return { ...other, rawBody: SIDES[side].body(randomUUID()) };
  },
  'something signed that is no event': (random, side, secret) => {
    const body = random.pick([
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '{"id":',
      '{"event_uid":""}',
      '\u0000',
    ]);
    return signed(side, { secret, timestamp: NOW_SECONDS, body });
  },
};

function truth(side: Side, secret: string, reference: string): SignedWebhook {
  return signed(side, { secret, timestamp: NOW_SECONDS, body: SIDES[side].body(reference) });
}

describe.each(['payengine', 'stripe'] as const)('Webhooks of %s', (side) => {
  const secret = 'whsec_of_this_company';
  const { verify } = SIDES[side].create(new Secret(secret), clock);

  it('valid webhooks are accepted', () => {
    const reference = randomUUID();
    expect(verify(truth(side, secret, reference))).toMatchObject({ reference });
  });

  it(`all ${FORGED_OF_EACH} forged webhooks are refused`, () => {
    const random = randomFrom(SEED);
    const kinds = Object.entries(FORGERIES);
    for (let count = 0; count < FORGED_OF_EACH; count += 1) {
      const [kind, forge] = random.pick(kinds);
      const forged = forge(random, side, secret);
      if (verify(forged) !== null) expect.fail(`${kind} was accepted: ${JSON.stringify(forged)}`);
    }
  });
});

describe('Forged webhooks over HTTP', () => {
  let world: World;
  const companies = {} as Record<Side, TestCompany>; // because beforeAll fills it

  beforeAll(async () => {
    world = await openWorld({ clock });
    companies.payengine = await world.company({ processor: 'payengine' });
    companies.stripe = await world.company({ processor: 'stripe' });
  });
  afterAll(() => world.close());

  const post = (side: Side, { domain }: TestCompany, { rawBody, headers }: SignedWebhook) =>
    fetch(`${world.url}/api/webhooks/${side}/${domain}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: rawBody,
    });

  async function openPayment(side: Side): Promise<string> {
    const company = companies[side];
    const invoice = await world.invoice(company);
    const { merchant } = company;
    await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_before' });
    await world.payer(company, invoice).pay();
    const { rows } = await world.deps.database.pool.query<{ id: string }>(
      'select id from attempts where invoice_id = $1',
      [invoice.invoiceId],
    );
    return rows[0]?.id ?? '';
  }

  it.each(['payengine', 'stripe'] as const)(
    'forged webhooks leave the database unchanged (%s)',
    async (side) => {
      const reference = await openPayment(side);
      const { webhookSecret } = companies[side].merchant;
      await world.runJobs();
      const before = await readHash(world.deps.database);
      const random = randomFrom(SEED);
      const forged = Array.from({ length: OVER_HTTP_OF_EACH }, () =>
        random.pick(Object.values(FORGERIES))(random, side, webhookSecret),
      );
      for (const each of forged) {
        const { status } = await post(side, companies[side], each);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
      // Valid, but for another company or another processor.
      const foreign = truth(side, webhookSecret, reference);
      const other = side === 'stripe' ? 'payengine' : 'stripe';
      for (const answer of [
        await post(side, companies[other], foreign),
        await post(other, companies[other], foreign),
        await post(other, companies[side], foreign),
      ]) {
        expect(answer.status).toBe(404);
      }
      await world.runJobs();
      expect(await readHash(world.deps.database)).toBe(before);
      expect((await post(side, companies[side], foreign)).status).toBe(200);
      expect(await readHash(world.deps.database)).not.toBe(before);
      await world.runJobs();
    },
  );
});
