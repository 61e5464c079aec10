// 3-D Secure at the sandbox's Commerce Hub: device data, authentication, challenge, verification, and
// the charge that carries the proof.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  MERCHANT,
  type Reply,
  session,
  startMerchant,
  type TestMerchant,
  token,
  transactionIdIn,
} from './test-merchant.ts';

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await startMerchant();
});
beforeEach(() => merchant.reset());
afterAll(() => merchant.close());

const CHALLENGED = '4000000000003220';
const AMOUNT = { total: 12.04, currency: 'USD' };
const DEVICE = [
  {
    dataStatic: {
      colorDepth: 24,
      screenWidth: 1440,
      screenHeight: 900,
      timezoneOffset: 300,
      locale: 'en-US',
      javaScriptEnabled: true,
      userAgent: 'Mozilla/5.0',
    },
  },
  { dataDynamic: { ipAddress: '127.0.0.1' } },
];

const Initialized = z.object({
  additionalData3DS: z.object({ serviceProviderReferenceId: z.string() }),
});
const Authenticated = z.object({
  additionalData3DS: z.object({
    dsTransactionId: z.string(),
    authenticationStatus: z.string(),
    challengeToken: z.string().optional(),
    stepUpUrl: z.url().optional(),
    mpiData: z.object({ cavv: z.string(), eci: z.string() }),
    versionData: z.object({ recommendedVersion: z.string() }),
  }),
});

const dataIn = ({ body }: Reply) => Authenticated.parse(body).additionalData3DS;

function proofIn(reply: Reply) {
  const { dsTransactionId, authenticationStatus, mpiData, versionData } = dataIn(reply);
  return { additionalData3DS: { dsTransactionId, authenticationStatus, mpiData, versionData } };
}

const post = (step: string, body: object) => merchant.api(`/payments-vas/v1/3ds/${step}`, body);

async function authenticate(source: object, change: object = {}) {
  const begun = await post('device-data-initialize', {
    source,
    merchantDetails: MERCHANT,
    transactionDetails: { authentication3DS: true },
  });
  const { serviceProviderReferenceId } = Initialized.parse(begun.body).additionalData3DS;
  return post('authenticate', {
    amount: AMOUNT,
    source,
    merchantDetails: MERCHANT,
    transactionDetails: { deviceFingerprint: DEVICE },
    additionalData3DS: { serviceProviderReferenceId, channel: 'BROWSER' },
    ...change,
  });
}

const verify = (referenceTransactionId: string) =>
  post('verify', {
    merchantDetails: MERCHANT,
    referenceTransactionDetails: { referenceTransactionId },
  });

const answerChallenge = (challengeToken: string, outcome: string) =>
  merchant.post('/fiserv/3ds/challenge/result', { token: challengeToken, outcome }, {});

const state = (transactionState: string) => ({ body: { gatewayResponse: { transactionState } } });

describe('3-D Secure at Commerce Hub', () => {
  it('lets an ordinary card through without a challenge, with a proof for the charge', async () => {
    const source = session(await merchant.cardSession());
    const reply = await authenticate(source);
    expect(reply).toMatchObject({ status: 201, ...state('AUTHENTICATED') });
    expect(await merchant.charge(source, proofIn(reply))).toMatchObject(state('CAPTURED'));
    expect(await merchant.books()).toMatchObject([{ threeDs: 'succeeded' }]);
  });

  it('declines a card that asks when the charge brings no proof', async () => {
    const source = session(await merchant.cardSession(CHALLENGED));
    expect(await merchant.charge(source)).toMatchObject({
      body: {
        gatewayResponse: { transactionState: 'DECLINED' },
        paymentReceipt: { processorResponseDetails: { responseCode: '048' } },
      },
    });
  });

  it('does not ask when the merchant charges a stored card by itself', async () => {
    const kept = await merchant.keep(await merchant.cardSession(CHALLENGED));
    const storedCredentials = { initiator: 'MERCHANT', scheduled: true, sequence: 'SUBSEQUENT' };
    expect(await merchant.charge(token(kept), { storedCredentials })).toMatchObject(
      state('CAPTURED'),
    );
  });

  it('waits for a challenge, and the charge goes through once it is passed', async () => {
    const source = session(await merchant.cardSession(CHALLENGED));
    const waiting = await authenticate(source);
    expect(waiting).toMatchObject({
      body: {
        gatewayResponse: { transactionState: 'WAITING' },
        processorResponseDetails: { responseCode: '364' },
        additionalData3DS: { authenticationStatus: 'C' },
      },
    });
    const id = transactionIdIn(waiting);
    expect(await verify(id)).toMatchObject(state('WAITING'));
    const { challengeToken = '', stepUpUrl = '' } = dataIn(waiting);
    expect(stepUpUrl).toBe(`${merchant.url}/fiserv/3ds/step-up`);
    await answerChallenge(challengeToken, 'complete');
    const verified = await verify(id);
    expect(verified).toMatchObject(state('AUTHENTICATED'));
    expect(await merchant.charge(source, proofIn(verified))).toMatchObject(state('CAPTURED'));
  });

  it('is declined when the payer fails the challenge', async () => {
    const waiting = await authenticate(session(await merchant.cardSession(CHALLENGED)));
    await answerChallenge(dataIn(waiting).challengeToken ?? '', 'fail');
    expect(await verify(transactionIdIn(waiting))).toMatchObject(state('DECLINED'));
    expect(await merchant.books()).toEqual([]);
  });

  it('takes a proof once, for its own card and amount', async () => {
    const kept = token(await merchant.keep(await merchant.cardSession()));
    const proof = proofIn(await authenticate(kept));
    const other = { amount: { total: 12.05, currency: 'USD' }, ...proof };
    expect(await merchant.charge(kept, other)).toMatchObject({
      status: 400,
      body: { error: [{ code: '364' }] },
    });
    expect(await merchant.charge(kept, proof)).toMatchObject(state('CAPTURED'));
    expect(await merchant.charge(kept, proof)).toMatchObject({
      status: 400,
      body: { error: [{ code: '367' }] },
    });
  });

  it('wants the reference of the device data and a description of the browser', async () => {
    const source = session(await merchant.cardSession());
    const foreign = { serviceProviderReferenceId: 'another', channel: 'BROWSER' };
    expect(await authenticate(source, { additionalData3DS: foreign })).toMatchObject({
      status: 400,
      body: { error: [{ code: '378' }] },
    });
    expect(await authenticate(source, { transactionDetails: {} })).toMatchObject({
      status: 400,
      body: { error: [{ field: 'transactionDetails.deviceFingerprint' }] },
    });
  });
});

describe('The step-up page', () => {
  const open = (form: Record<string, string>) =>
    fetch(`${merchant.url}/fiserv/3ds/step-up`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });

  it('opens by a posted form and repeats what it was given, harmlessly', async () => {
    const page = await open({ JWT: 'a.b.c', MD: '"><script>' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('data-token="a.b.c"');
    expect(text).toContain('data-md="&quot;&gt;&lt;script&gt;"');
  });

  it('answers only its own script', async () => {
    const reply = await merchant.post(
      '/fiserv/3ds/challenge/view',
      { token: 'a.b.c' },
      { origin: 'http://shop.example' },
    );
    expect(reply).toMatchObject({ status: 403 });
    expect(await merchant.post('/fiserv/3ds/challenge/view', { token: 'a.b.c' }, {})).toMatchObject(
      { status: 400 },
    );
  });
});
