/**
 * Checks whether response times reveal what exists (R19). Known and unknown inputs alternate, so that other load on
 * the machine affects both. Runs on demand and prints its figures, because timing is not suitable for a unit test.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { addContact } from '../world/own-rows.ts';
import { type TestPortal, useTestPortal } from '../world/test-portal.ts';
import { unknownIds } from './tenants.ts';

const RUNS = Number(process.env['TIMING_RUNS'] ?? 0);
const DIFFERENCE_MS_MAX = 2;

let harbor: TestCompany;
let invoice: TestInvoice;

const portal = useTestPortal({ limits: raisedLimits(1000) });

beforeAll(async () => {
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
  invoice = await addInvoice(portal.deps, harbor);
  const verifiedAt = portal.deps.clock.now();
  await addContact(portal, harbor, { value: 'maya@example.com', verifiedAt, isPrimary: true });
});

type Send = () => ReturnType<TestPortal['ask']>;

const mail = (email: string): Send => {
  const payload = { email, domain: harbor.domain, isLocal: false };
  return () => portal.ask({ method: 'POST', url: '/api/portal/debtor/-/send-email', payload });
};
const find = (reference: string, email: string): Send => {
  const payload = { company: harbor.domain, reference, email };
  return () => portal.ask({ method: 'POST', url: '/api/portal/resolve', payload });
};
const link = (token: string): Send => {
  const url = `/api/portal/public/account/${harbor.domain}/${token}`;
  return () => portal.ask({ method: 'GET', url });
};
const signIn = (token: string): Send => {
  return () => portal.ask({ method: 'GET', url: `/api/portal/debtor/auth?token=${token}` });
};

async function measureMs(send: Send): Promise<number> {
  const beganMs = monotonicMs();
  await send();
  return monotonicMs() - beganMs;
}

const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Kolmogorov–Smirnov test: the largest distance between the two distributions, and its probability. */
function probability(left: readonly number[], right: readonly number[]): number {
  const below = (values: readonly number[], limit: number) =>
    values.filter((value) => value <= limit).length / values.length;
  const distance = Math.max(
    ...[...left, ...right].map((limit) => Math.abs(below(left, limit) - below(right, limit))),
  );
  const size = (left.length * right.length) / (left.length + right.length);
  return Math.min(1, 2 * Math.exp(-2 * size * distance ** 2));
}

async function compare(known: () => Send, unknown: () => Send) {
  const times = { known: [] as number[], unknown: [] as number[] }; // because empty lists have no type
  for (let run = 0; run < RUNS + 20; run += 1) {
    const pair = { known: await measureMs(known()), unknown: await measureMs(unknown()) };
    if (run < 20) continue;
    times.known.push(pair.known);
    times.unknown.push(pair.unknown);
  }
  return {
    knownMs: median(times.known),
    unknownMs: median(times.unknown),
    differenceMs: Math.abs(median(times.known) - median(times.unknown)),
    probability: probability(times.known, times.unknown),
  };
}

const strangerEmail = () => `${randomUUID()}@example.com`;

describe('Indistinguishability of known and unknown input (R3, R19)', () => {
  it('known and unknown input get the same response', async () => {
    const pairs: [Send, Send][] = [
      [mail('maya@example.com'), mail(strangerEmail())],
      [mail('C-1'), mail('C-0')],
      [find(invoice.accountRef, 'maya@example.com'), find('X-0', strangerEmail())],
      [signIn(randomUUID()), signIn('short')],
    ];
    for (const [known, unknown] of pairs) {
      const [first, second] = [await known(), await unknown()];
      expect([first.statusCode, first.body]).toEqual([second.statusCode, second.body]);
    }
  });

  it.runIf(RUNS > 0)(
    'known and unknown input take the same time',
    { timeout: 1_800_000 },
    async () => {
      const dead = unknownIds().token;
      const report = {
        mailByAddress: await compare(
          () => mail('maya@example.com'),
          () => mail(strangerEmail()),
        ),
        mailByReference: await compare(
          () => mail('C-1'),
          () => mail('C-0'),
        ),
        findInvoice: await compare(
          () => find(invoice.accountRef, 'maya@example.com'),
          () => find('X-0', strangerEmail()),
        ),
        wrongLinks: await compare(
          () => link(dead),
          () => link(unknownIds().token),
        ),
      };
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      for (const { differenceMs, probability: chance } of Object.values(report)) {
        expect(differenceMs < DIFFERENCE_MS_MAX || chance > 0.01).toBe(true);
      }
    },
  );
});
