/**
 * Every request of the Fiserv adapter and every response of the sandbox matches Fiserv's published specification.
 */
import { isoDateSchema } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { createHttpClient, type HttpClient } from '../../src/platform/outbound/http-client.ts';
import { createFiserv } from '../../src/processors/fiserv/adapter.ts';
import type { ChargeOrder, Processor } from '../../src/processors/processor.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { answerChallenge, collectDevice } from './fiserv-browser.ts';
import { ENDPOINTS, violations } from './fiserv-schema.ts';
import {
  CREDENTIALS,
  type FiservWorld,
  openFiservWorld,
  order,
  savedMethodIn,
  savedSource,
} from './fiserv-world.ts';

type Exchange = { path: string; request: unknown; status: number; answer: unknown };

const exchanges: Exchange[] = [];

function recording(http: HttpClient): HttpClient {
  return {
    ...http,
    async call(call) {
      const answer = await http.call(call);
      const path = new URL(call.url).pathname.replace(/^.*?\/ch(?=\/)/, '');
      const request: unknown = JSON.parse(String(call.body ?? 'null'));
      exchanges.push({ path, request, status: answer.status, answer: JSON.parse(answer.body) });
      return answer;
    },
  };
}

let world: FiservWorld;
let fiserv: Processor;
const http = recording(createHttpClient());

beforeAll(async () => {
  world = await openFiservWorld();
  const baseUrls = { fiserv: `${world.url}/fiserv/ch` };
  const settings = { http, clock: systemClock, baseUrls, acceptsLiveKeys: false };
  const extra = { ...CREDENTIALS.extra, checkFields: 'email,dateOfBirth' };
  fiserv = createFiserv(settings, { ...CREDENTIALS, extra });
});
afterAll(async () => {
  await http.close();
  await world.close();
});

const lookUp = ({ reference }: ChargeOrder) =>
  fiserv.charges.lookup({ reference, processorReference: null });

async function payAndRefund(): Promise<void> {
  const first = order(await world.newCard(), { savesMethod: true });
  const paid = await fiserv.charges.charge(first);
  if (paid.kind !== 'succeeded') throw new Error(paid.kind);
  const { processorReference } = paid;
  const refund = { reference: `refund-${first.reference}`, processorReference };
  await fiserv.charges.refund({ ...refund, amountCents: cents(100), kind: 'card' });
  await lookUp(first);
  const mit = { initiator: 'MIT', series: 'recurring', device: null } as const;
  await fiserv.charges.charge(order(savedSource(savedMethodIn(paid)), mit));
}

async function payWithChallenge(): Promise<void> {
  const source = await world.newCard(CARDS.challenges);
  const collection = await fiserv.fields?.beginDeviceData?.(source);
  if (!collection) throw new Error('Fiserv collects device data');
  await collectDevice(collection);
  const asked = order(source, { browserInfo: collection.reference });
  const challenged = await fiserv.charges.charge(asked);
  if (challenged.kind !== 'action_required') throw new Error(challenged.kind);
  await answerChallenge(challenged.threeDSData, 'complete');
  const { processorReference } = challenged;
  await fiserv.charges.finishAction?.(asked, processorReference, async () => true);
}

async function saveMethod(): Promise<void> {
  const { payer, evidence, returnUrl, browserInfo, reference, source } = order(
    await world.newCard(),
  );
  const setup = { payer, evidence, returnUrl, browserInfo, reference, claimed: null };
  await fiserv.methods.save({ ...setup, kind: 'card', token: source.token });
}

describe('Traffic with Fiserv', () => {
  beforeAll(async () => {
    await fiserv.fields?.open();
    await payAndRefund();
    await payWithChallenge();
    await saveMethod();
    const debit = order(await world.newAccount(), { kind: 'ach', device: null });
    debit.payer.bornOn = isoDateSchema.parse('1990-04-12');
    await fiserv.charges.charge(debit);
    await lookUp(debit);
    await fiserv.charges.charge(order(await world.newCard(CARDS.declined)));
    await fiserv.charges.charge(order({ ...debit.source }));
  });

  it('the recorded traffic with Fiserv covers every endpoint used by the adapter', () => {
    expect(new Set(exchanges.map(({ path }) => path))).toEqual(new Set(Object.keys(ENDPOINTS)));
    expect(exchanges.some(({ status }) => status >= 400)).toBe(true);
  });

  it('requests to Fiserv match the published specification', () => {
    const found = exchanges.flatMap(({ path, request }) =>
      violations(ENDPOINTS[path]?.request ?? path, request),
    );
    expect(found).toEqual([]);
  });

  it('responses of the Fiserv sandbox match the published specification', () => {
    const found = exchanges.flatMap(({ path, status, answer }) =>
      violations(status < 300 ? (ENDPOINTS[path]?.answer ?? path) : 'ErrorAnswer', answer),
    );
    expect(found).toEqual([]);
  });

  it.each([
    [{ amount: { total: '12.04', currency: 'USD' } }, 'ChargesRequest.amount.total is no number'],
    [{ amount: { total: 12.04, currency: 'USDX' } }, 'ChargesRequest.amount.currency is no text:3'],
    [{ tip: 1 }, 'ChargesRequest.tip is unknown'],
    [{ source: { sourceType: 'PaymentCash' } }, 'ChargesRequest.source is not described'],
  ])('a request that does not match the specification is detected: %j', (request, violation) => {
    expect(violations('ChargesRequest', request)).toEqual([violation]);
  });
});
