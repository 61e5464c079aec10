// 3-D Secure under /payments-vas/v1/3ds: device data, authentication, and verification after a challenge. The
// charge that follows can use an authentication only once.
import { randomBytes, randomUUID } from 'node:crypto';
import { toCents } from '../api/amount.ts';
import { AuthenticateBody, DeviceDataBody, VerifyBody } from '../api/bodies.ts';
import type { AdditionalData3DS } from '../api/body-parts.ts';
import { parseBody, refusal, traceId } from '../api/gateway-error.ts';
import { type Call, requireOwn } from '../api/merchants.ts';
import type { PreparedOperation } from '../api/operation.ts';
import { type Funds, isUsed, toFunds } from '../methods/sources.ts';
import { gatewayResponse, instrumentPart } from '../payments/answers.ts';
import { asksForChallenge } from '../payments/host.ts';
import type { Authentication, Card, Store } from '../store.ts';
import { COLLECT_PATH, collectionToken } from './collection.ts';
import { challengeToken, STEP_UP_PATH } from './step-up.ts';

function requireCard({ instrument }: Funds): Card {
  if (instrument.kind === 'card') return instrument;
  throw refusal('205', 'Invalid Payment Source or Not Supported', 'source');
}

export function prepareDeviceData(store: Store, call: Call): PreparedOperation {
  const body = parseBody(DeviceDataBody, call.body);
  requireOwn(call, body.merchantDetails, 'merchant');
  if (body.transactionDetails.authentication3DS !== true) {
    throw refusal('107', 'Missing Required Field', 'transactionDetails.authentication3DS');
  }
  const funds = toFunds(store, call, body.source);
  requireCard(funds);
  const execute = () => {
    const serviceProviderReferenceId = randomUUID();
    const { sourceHash } = funds;
    store.collections.set(serviceProviderReferenceId, { sourceHash, isCompleted: false });
    const { apiTraceId, clientRequestId, ownUrl } = call;
    const ids = { apiTraceId, clientRequestId, transactionId: apiTraceId };
    return {
      status: 201,
      body: {
        gatewayResponse: { transactionProcessingDetails: ids },
        transactionDetails: { authentication3DS: true },
        additionalData3DS: {
          serviceProvider: 'CARDINAL',
          serviceProviderReferenceId,
          methodData: {
            dataCollectionUrl: `${ownUrl}${COLLECT_PATH}`,
            encodedToken: collectionToken(serviceProviderReferenceId),
          },
        },
      },
    };
  };
  return { operation: 'three_ds', execute };
}

const STATES = { waiting: 'WAITING', authenticated: 'AUTHENTICATED', failed: 'DECLINED' } as const;

const RESPONSES = {
  waiting: { responseCode: '364', responseMessage: '3-D Secure: challenged' },
  authenticated: { responseCode: '000', responseMessage: 'APPROVAL' },
  failed: { responseCode: '363', responseMessage: '3-D Secure: Authentication Failed' },
} as const;

const STATUSES = { waiting: 'C', authenticated: 'Y', failed: 'N' } as const;

function proofPart({ status, cavv }: Authentication) {
  return status === 'authenticated' ? { cavv, eci: '05' } : { cavv: '', eci: '07' };
}

function challengePart(authentication: Authentication, { ownUrl }: Call) {
  if (authentication.status !== 'waiting') return { acsUrl: '' };
  const stepUpUrl = `${ownUrl}${STEP_UP_PATH}`;
  return { acsUrl: stepUpUrl, stepUpUrl, challengeToken: challengeToken(authentication) };
}

function toAnswer(store: Store, call: Call, authentication: Authentication) {
  const { status, transactionId, orderId, dsTransactionId } = authentication;
  return {
    gatewayResponse: gatewayResponse({
      transactionType: 'AUTHENTICATION',
      transactionState: STATES[status],
      transactionId,
      orderId,
      clientRequestId: call.clientRequestId,
      atMs: store.clock.now(),
    }),
    source: { sourceType: 'PaymentCard', ...instrumentPart(authentication.instrument) },
    processorResponseDetails: RESPONSES[status],
    additionalData3DS: {
      serviceProvider: 'CARDINAL',
      serviceProviderTransactionId: transactionId.slice(0, 20),
      dsTransactionId,
      authenticationStatus: STATUSES[status],
      challengeIndicator: false,
      ...challengePart(authentication, call),
      mpiData: proofPart(authentication),
      versionData: { recommendedVersion: '2.2.0' },
    },
  };
}

export function prepareAuthentication(store: Store, call: Call): PreparedOperation {
  const body = parseBody(AuthenticateBody, call.body);
  requireOwn(call, body.merchantDetails);
  const funds = toFunds(store, call, body.source);
  const card = requireCard(funds);
  const { serviceProviderReferenceId = '' } = body.additionalData3DS;
  const collection = store.collections.get(serviceProviderReferenceId);
  if (collection?.sourceHash !== funds.sourceHash) {
    const field = 'additionalData3DS.serviceProviderReferenceId';
    throw refusal('378', '3-D Secure Missing Data For Referenced Transaction', field);
  }
  const devices = body.transactionDetails.deviceFingerprint ?? [];
  if (!devices.some((device) => device.dataStatic?.userAgent !== undefined)) {
    throw refusal('107', 'Missing Required Field', 'transactionDetails.deviceFingerprint');
  }
  // Without device data, the issuer always challenges the payer.
  const isChallenged = asksForChallenge(card) || !collection.isCompleted;
  const execute = () => {
    const authentication: Authentication = {
      transactionId: traceId(),
      orderId: `CHG01${traceId()}`,
      merchantId: call.merchant.merchantId,
      sourceHash: funds.sourceHash,
      instrument: card,
      amountCents: toCents(body.amount.total),
      status: isChallenged ? 'waiting' : 'authenticated',
      dsTransactionId: randomUUID(),
      cavv: randomBytes(20).toString('base64'),
      challengeSecret: randomBytes(16).toString('hex'),
      usage: null,
    };
    store.authentications.set(authentication.transactionId, authentication);
    return { status: 201, body: toAnswer(store, call, authentication) };
  };
  return { operation: 'three_ds', execute };
}

export function prepareVerify(store: Store, call: Call): PreparedOperation {
  const body = parseBody(VerifyBody, call.body);
  requireOwn(call, body.merchantDetails);
  const { referenceTransactionId = '' } = body.referenceTransactionDetails;
  const authentication = store.authentications.get(referenceTransactionId);
  if (authentication?.merchantId !== call.merchant.merchantId) {
    throw refusal('131', 'Missing Referenced Transaction', 'referenceTransactionDetails');
  }
  const execute = () => ({ status: 201, body: toAnswer(store, call, authentication) });
  return { operation: 'three_ds', execute };
}

type ThreeDsInput = { data: AdditionalData3DS | undefined; funds: Funds; amountCents: number };

/** Returns the unused authentication sent with a charge. It must be for the same source and amount. */
export function proofFor(store: Store, call: Call, presented: ThreeDsInput): Authentication | null {
  const { data, funds, amountCents } = presented;
  if (data === undefined) return null;
  const found = [...store.authentications.values()].find(
    (each) =>
      each.dsTransactionId === data.dsTransactionId &&
      each.merchantId === call.merchant.merchantId &&
      each.status === 'authenticated',
  );
  const isProof =
    found?.cavv === data.mpiData?.cavv &&
    found?.sourceHash === funds.sourceHash &&
    found.amountCents === amountCents;
  if (!isProof || found === undefined) {
    throw refusal('364', '3-D Secure: PARes and CAVV/UCAF is Invalid', 'additionalData3DS');
  }
  if (isUsed(store, found.usage, call)) {
    throw refusal('367', '3-D Secure: Same AAV/CAVV', 'additionalData3DS.mpiData.cavv');
  }
  return found;
}
