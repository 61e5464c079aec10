/**
 * Connects the Fiserv adapter to the sandbox's Commerce Hub in another process, over HTTP. Provides what the
 * adapter's tests need to charge a card, cause a failure and read the gateway's own records.
 */
import { randomUUID } from 'node:crypto';
import { type AttemptId, attemptIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { z } from 'zod';
import { systemClock } from '../../src/kernel/clock.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import type { Credentials } from '../../src/processors/credentials.ts';
import { createFiserv } from '../../src/processors/fiserv/adapter.ts';
import type {
  ChargeOrder,
  ChargeSource,
  Outcome,
  SavedMethod,
} from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import { BANK_ACCOUNTS, CARDS, startSandbox } from '../world/sandbox-process.ts';
import { collectDevice, fillFields, typedAccount, typedCard } from './fiserv-browser.ts';

export const CREDENTIALS: Credentials = {
  owner: 'test',
  merchantId: '100008000003683',
  processorKey: new Secret('hmac_secret_sandbox_summit'),
  webhookSecret: null,
  extra: { apiKey: 'api_key_sandbox_summit', terminalId: '10000001' },
};

export const DEVICE = {
  screen: { width: 1440, height: 900, colorDepth: 24 },
  timezone: 'America/Chicago',
  timezoneOffset: 300,
  locale: 'en-US',
  userAgent: 'Mozilla/5.0',
  ipAddress: '127.0.0.1',
};

const recordsSchema = z.object({
  charges: z.array(
    z.looseObject({
      transactionId: z.string(),
      internalTransactionID: z.string().nullable(),
      status: z.string(),
      refunded: z.string(),
    }),
  ),
});

function newReference(): AttemptId {
  return attemptIdSchema.parse(randomUUID());
}

export function order(source: ChargeSource, change: Partial<ChargeOrder> = {}): ChargeOrder {
  return {
    reference: newReference(),
    amountCents: cents(1204),
    kind: 'card',
    source,
    initiator: 'CIT',
    series: 'single',
    invoiceRef: 'INV-1007',
    payer: { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@ortiz.test', reference: 'c-1' },
    savesMethod: false,
    browserInfo: null,
    device: DEVICE,
    evidence: { ipAddress: '127.0.0.1', userAgent: 'Mozilla/5.0' },
    returnUrl: 'https://portal.test/return',
    ...change,
  };
}

export function savedSource(method: SavedMethod): ChargeSource {
  const { token, expiresMonth, expiresYear, schemeReference } = method;
  const rest = { schemeReference, processorCustomer: null };
  return { kind: 'saved', token, expiresMonth, expiresYear, ...rest };
}

export function savedMethodIn(outcome: Outcome): SavedMethod {
  if (!('saved' in outcome) || !outcome.saved) throw new Error(`nothing saved: ${outcome.kind}`);
  return outcome.saved;
}

function createControl(url: string) {
  const control = async (path: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const fault = (operation: string, kind: string) =>
    control('faults', { processor: 'fiserv', operation, fault: kind });
  const books = async () => {
    const answer = await fetch(`${url}/_sandbox/records?processor=fiserv`);
    return recordsSchema.parse(await answer.json()).charges;
  };
  return { control, fault, books };
}

export type FiservWorld = Awaited<ReturnType<typeof openFiservWorld>>;

export async function openFiservWorld() {
  const http = createHttpClient();
  const sandbox = await startSandbox();
  const gatewayUrl = `${sandbox.url}/fiserv/ch`;
  const fiserv = (change: Partial<Credentials> = {}, baseUrl = gatewayUrl) => {
    const settings = { http, clock: systemClock, baseUrls: { fiserv: baseUrl } };
    return createFiserv({ ...settings, acceptsLiveKeys: false }, { ...CREDENTIALS, ...change });
  };
  const session = async (typed: Record<string, string>): Promise<ChargeSource> => {
    const opened = await fiserv().fields?.open();
    if (!opened?.secretToken) throw new Error('Fiserv opens sessions for its fields');
    const gateway = { url: gatewayUrl, nowMs: Date.now() };
    await fillFields(gateway, opened.public, { values: typed });
    return { kind: 'new', token: opened.secretToken };
  };
  /**
   * Starts the collection of device data and returns its reference. With `isCompleted`, the browser has loaded the
   * provider's page.
   */
  const deviceReference = async (source: ChargeSource, isCompleted = true): Promise<string> => {
    const collection = await fiserv().fields?.beginDeviceData?.(source);
    if (!collection) throw new Error('Fiserv collects device data');
    if (isCompleted) await collectDevice(collection);
    return collection.reference;
  };
  return {
    url: sandbox.url,
    deviceReference,
    ...createControl(sandbox.url),
    fiserv,
    newCard: (number: string = CARDS.pays) => session(typedCard(number)),
    newAccount: (number: string = BANK_ACCOUNTS.pays) => session(typedAccount(number)),
    lookUp: ({ reference }: ChargeOrder, processorReference: string | null = null) =>
      fiserv().charges.lookup({ reference, processorReference }),
    async close() {
      await http.close();
      await sandbox.stop();
    },
  };
}
