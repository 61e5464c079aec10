/**
 * A processor as used by the contract test: the adapter, the actions of a payer's browser, and the controls of its
 * sandbox.
 */
import { randomUUID } from 'node:crypto';
import { attemptIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { z } from 'zod';
import { systemClock } from '../../src/kernel/clock.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import type { Credentials } from '../../src/processors/credentials.ts';
import { createPayengine } from '../../src/processors/payengine/adapter.ts';
import type {
  ChargeOrder,
  ChargeSource,
  Outcome,
  Processor,
  SavedMethod,
} from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import { HARBOR } from '../world/merchant.ts';
import { BANK_ACCOUNTS, CARDS, startSandbox } from '../world/sandbox-process.ts';
import { openFiservWorld } from './fiserv-world.ts';
import { openStripeWorld } from './stripe-world.ts';

type Operation = 'charge' | 'lookup' | 'refund' | 'tokenize' | 'method';

export type Subject = {
  processor: Processor;
  /** The same adapter with a URL on which nothing listens. */
  unreachable: Processor;
  newCard(number?: string): Promise<ChargeSource>;
  newAccount(number?: string): Promise<ChargeSource>;
  fault(operation: Operation, kind: string): Promise<unknown>;
  settle(): Promise<unknown>;
  later(ms: number): Promise<unknown>;
  returnNewest(code: string): Promise<unknown>;
  /** Simulates a person in the processor's dashboard. Without an amount, refunds the remainder. */
  refundByHand(transactionId: string, amountCents?: number): Promise<unknown>;
  endRefund(transactionId: string, status: 'succeeded' | 'failed'): Promise<unknown>;
  booked(reference: string): Promise<number>;
  close(): Promise<void>;
};

const UNREACHABLE = 'http://127.0.0.1:9';

const recordsSchema = z.object({
  charges: z.array(
    z.object({ transactionId: z.string(), internalTransactionID: z.string().nullable() }),
  ),
});

export function orderFor(source: ChargeSource, change: Partial<ChargeOrder> = {}): ChargeOrder {
  return {
    reference: attemptIdSchema.parse(randomUUID()),
    amountCents: cents(10_320),
    kind: 'card',
    source,
    initiator: 'CIT',
    series: 'single',
    invoiceRef: 'INV-1007',
    payer: { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com', reference: 'c-1' },
    savesMethod: false,
    browserInfo: null,
    device: null,
    evidence: { ipAddress: '127.0.0.1', userAgent: 'Mozilla/5.0' },
    returnUrl: 'http://portal.test/harbor',
    ...change,
  };
}

export function savedSource({ kind: _kind, brand: _brand, last4: _last4, ...saved }: SavedMethod) {
  return { kind: 'saved', ...saved } satisfies ChargeSource;
}

export function savedMethodIn(outcome: Outcome): SavedMethod {
  if (!('saved' in outcome) || !outcome.saved) throw new Error(`nothing saved: ${outcome.kind}`);
  return outcome.saved;
}

function toControls(url: string, processor: string) {
  const control = async (path: string, body: object = {}): Promise<void> => {
    const answer = await fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const books = async () => {
    const answer = await fetch(`${url}/_sandbox/records?processor=${processor}`);
    return recordsSchema.parse(await answer.json()).charges;
  };
  return {
    fault: (operation: Operation, fault: string) =>
      control('faults', { processor, operation, fault }),
    refundByHand: (transactionId: string, amountCents?: number) =>
      control('refund', { processor, transactionId, amountCents }),
    endRefund: (transactionId: string, status: 'succeeded' | 'failed') =>
      control('refund/end', { processor, transactionId, status }),
    settle: () => control('settle', { processor }),
    later: (advanceMs: number) => control('clock', { advanceMs }),
    async returnNewest(code: string): Promise<void> {
      const transactionId = (await books()).at(-1)?.transactionId;
      await control('return', { processor, transactionId, code });
    },
    async booked(reference: string): Promise<number> {
      const own = (await books()).filter((charge) => charge.internalTransactionID === reference);
      return own.length;
    },
  };
}

type PayengineSubject = Subject & {
  cardEmail(source: ChargeSource): Promise<string | null>;
  passChallenge(asked: Outcome): Promise<void>;
};

const cardSchema = z.object({ data: z.object({ email: z.string().nullable() }) });

export async function payengineSubject(): Promise<PayengineSubject> {
  const sandbox = await startSandbox();
  const http = createHttpClient();
  const credentials: Credentials = {
    owner: 'test',
    merchantId: HARBOR.merchantId,
    processorKey: new Secret(HARBOR.privateKey),
    webhookSecret: null,
    extra: {},
  };
  const at = (payengine: string) =>
    createPayengine(
      { http, clock: systemClock, baseUrls: { payengine }, acceptsLiveKeys: false },
      credentials,
    );
  const typed = (token: string): ChargeSource => ({ kind: 'new', token: new Secret(token) });
  return {
    processor: at(sandbox.baseUrls.payengine),
    unreachable: at(UNREACHABLE),
    newCard: async (number = CARDS.pays) => typed(await sandbox.cardToken(HARBOR, number)),
    newAccount: async (number = BANK_ACCOUNTS.pays) =>
      typed(await sandbox.payengineToken(HARBOR, { kind: 'ach', number })),
    ...toControls(sandbox.url, 'payengine'),
    async cardEmail({ token }) {
      const url = `${sandbox.baseUrls.payengine}/api/cards/${token.reveal()}`;
      const headers = { authorization: `Basic ${HARBOR.privateKey}` };
      return cardSchema.parse(await (await fetch(url, { headers })).json()).data.email;
    },
    async passChallenge(asked) {
      if (asked.kind !== 'action_required') throw new Error(`no challenge: ${asked.kind}`);
      const key = JSON.parse(Buffer.from(asked.threeDSData ?? '', 'base64').toString());
      const answer = await fetch(`${sandbox.baseUrls.payengine}/3ds/challenge/result`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...key, outcome: 'complete' }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async close() {
      await http.close();
      await sandbox.stop();
    },
  };
}

export async function fiservSubject(): Promise<Subject> {
  const world = await openFiservWorld();
  return {
    processor: world.fiserv(),
    unreachable: world.fiserv({}, UNREACHABLE),
    newCard: world.newCard,
    newAccount: world.newAccount,
    ...toControls(world.url, 'fiserv'),
    close: world.close,
  };
}

export async function stripeSubject(): Promise<Subject> {
  const world = await openStripeWorld();
  return {
    processor: world.stripe(),
    unreachable: world.stripe({}, UNREACHABLE),
    newCard: world.newCard,
    newAccount: world.newAccount,
    ...toControls(world.url, 'stripe'),
    close: world.close,
  };
}
