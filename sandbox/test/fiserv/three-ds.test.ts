// 3-D Secure at the sandbox's Commerce Hub: device data, authentication, challenge, verification,
// and the charge that uses the authentication.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MERCHANT, type Reply, session, startMerchant, token } from './test-merchant.ts';

const merchant = await startMerchant();
beforeEach(() => merchant.reset());
afterAll(merchant.close);

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
  additionalData3DS: z.object({
    serviceProviderReferenceId: z.string(),
    methodData: z.object({ dataCollectionUrl: z.url(), encodedToken: z.string() }),
  }),
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

async function initialize(source: object) {
  const begun = await post('device-data-initialize', {
    source,
    merchantDetails: MERCHANT,
    transactionDetails: { authentication3DS: true },
  });
  return Initialized.parse(begun.body).additionalData3DS;
}

const collect = (encodedToken: string, headers = {}) =>
  merchant.post('/fiserv/3ds/collect/result', { token: encodedToken }, headers);

type Initialization = z.infer<typeof Initialized>['additionalData3DS'];

function authenticateWith(
  source: object,
  { serviceProviderReferenceId }: Pick<Initialization, 'serviceProviderReferenceId'>,
  change: object = {},
) {
  return post('authenticate', {
    amount: AMOUNT,
    source,
    merchantDetails: MERCHANT,
    transactionDetails: { deviceFingerprint: DEVICE },
    additionalData3DS: { serviceProviderReferenceId, channel: 'BROWSER' },
    ...change,
  });
}

async function authenticate(source: object, change: object = {}) {
  const initialized = await initialize(source);
  await collect(initialized.methodData.encodedToken);
  return authenticateWith(source, initialized, change);
}

const state = (transactionState: string) => ({ body: { gatewayResponse: { transactionState } } });

describe('3-D Secure at Commerce Hub', () => {
  it('only the collection page completes a device data collection, with its own token', async () => {
    const { methodData } = await initialize(session(await merchant.cardSession()));
    const { encodedToken } = methodData;
    expect(await collect('a.b.c')).toMatchObject({ status: 400 });
    expect(await collect(encodedToken, { origin: 'http://shop.example' })).toMatchObject({
      status: 403,
    });
    expect(await collect(encodedToken)).toMatchObject({ status: 200 });
    merchant.reset();
    expect(await collect(encodedToken)).toMatchObject({ status: 404 });
  });

  it('an authentication is valid once, and only for its card and amount', async () => {
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

  it('an authentication needs the device data reference and the browser data', async () => {
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

  it('the step-up page opens by a posted form and escapes its values', async () => {
    const page = await open({ JWT: 'a.b.c', MD: '"><script>' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('data-token="a.b.c"');
    expect(text).toContain('data-md="&quot;&gt;&lt;script&gt;"');
  });

  it('the challenge endpoints reject cross-site requests', async () => {
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
