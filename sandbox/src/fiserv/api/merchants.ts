// Fiserv's merchants, and the authentication of a call: six headers, the last of which is an HMAC over the key,
// request id, timestamp and exact bytes of the body.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownUrl } from '../../own-origin.ts';
import { Refusal } from '../../refusal.ts';
import { hash, Merchant, type Session, type Store } from '../store.ts';
import type { MerchantDetails } from './body-parts.ts';
import { GatewayError, refusal, traceId } from './gateway-error.ts';

export const DEMO_MERCHANT = {
  merchantId: '100008000003683',
  terminalId: '10000001',
  apiKey: 'api_key_sandbox_summit',
  secret: 'hmac_secret_sandbox_summit',
};

export const MerchantInput = z.strictObject({
  merchantId: z.string().min(1).max(100),
  terminalId: z.string().min(1).max(100),
  apiKey: z.string().min(8).max(200),
  secret: z.string().min(8).max(200),
  neededIds: Merchant.shape.neededIds,
});

export function registerMerchant(store: Store, input: Merchant): Merchant {
  const taken = store.merchants
    .all()
    .some((other) => other.apiKey === input.apiKey && other.merchantId !== input.merchantId);
  if (taken) throw new Refusal(409, 'Another merchant has this key');
  return store.merchants.put(input);
}

export function registerDemoMerchant(store: Store): void {
  if (store.merchants.get(DEMO_MERCHANT.merchantId) !== undefined) return;
  registerMerchant(store, { ...DEMO_MERCHANT, neededIds: [] });
}

const WINDOW_MS = 5 * 60_000;

export type Call = {
  merchant: Merchant;
  clientRequestId: string;
  apiTraceId: string;
  body: unknown;
  /** Set only for calls from a browser. A server sends the session in the body. */
  session: Session | null;
  ownUrl: string;
};

function unauthorized(message = 'ApiKey and/or Authentication supplied are invalid.') {
  return new GatewayError(401, { type: 'APIM', message });
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

export type SignedRequest = {
  apiKey: string;
  clientRequestId: string;
  timestamp: string;
  body: Buffer;
};

export function signature(secret: string, signed: SignedRequest): string {
  const { apiKey, clientRequestId, timestamp, body } = signed;
  return createHmac('sha256', secret)
    .update(`${apiKey}${clientRequestId}${timestamp}`)
    .update(body)
    .digest('base64');
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function checkTimestamp(store: Store, timestamp: string): void {
  const isFresh =
    /^\d{13}$/.test(timestamp) && Math.abs(store.clock.now() - Number(timestamp)) <= WINDOW_MS;
  if (!isFresh) throw unauthorized('Timestamp is missing or older than five minutes.');
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw refusal('121', 'Malformed JSON');
  }
}

type Claims = { signed: SignedRequest; tokenType: string; authorization: string };

function readClaims(store: Store, request: FastifyRequest): Claims {
  const signed = {
    apiKey: header(request, 'api-key'),
    clientRequestId: header(request, 'client-request-id'),
    timestamp: header(request, 'timestamp'),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
  if (signed.clientRequestId === '') {
    throw new GatewayError(400, {
      type: 'APIM',
      code: '138',
      field: 'Client-Request-Id',
      message: 'Missing Body or Header in Request',
    });
  }
  checkTimestamp(store, signed.timestamp);
  const tokenType = header(request, 'auth-token-type');
  return { signed, tokenType, authorization: header(request, 'authorization') };
}

function toMerchant(store: Store, apiKey: string): Merchant {
  const merchant = store.merchants.all().find((candidate) => candidate.apiKey === apiKey);
  if (merchant === undefined) throw unauthorized();
  return merchant;
}

function readCall(request: FastifyRequest, merchant: Merchant, signed: SignedRequest): Call {
  return {
    merchant,
    clientRequestId: signed.clientRequestId,
    apiTraceId: traceId(),
    body: readJson(signed.body),
    session: null,
    ownUrl: ownUrl(request),
  };
}

export function requireSignature(store: Store, request: FastifyRequest): Call {
  const { signed, tokenType, authorization } = readClaims(store, request);
  const merchant = toMerchant(store, signed.apiKey);
  if (tokenType !== 'HMAC' || !isEqual(authorization, signature(merchant.secret, signed))) {
    throw unauthorized();
  }
  return readCall(request, merchant, signed);
}

export function requireAccessToken(store: Store, request: FastifyRequest): Call {
  const { signed, tokenType, authorization } = readClaims(store, request);
  const merchant = toMerchant(store, signed.apiKey);
  const tokenHash = hash(authorization);
  const session = [...store.sessions.values()].find(
    ({ accessTokenHash, merchantId, expiresAtMs }) =>
      accessTokenHash === tokenHash &&
      merchantId === merchant.merchantId &&
      expiresAtMs > store.clock.now(),
  );
  if (tokenType !== 'AccessToken' || session === undefined) throw unauthorized();
  return { ...readCall(request, merchant, signed), session };
}

/** The merchant in the body must own the key. Moving money also requires the merchant's terminal. */
export function requireOwn(
  { merchant }: Call,
  details: MerchantDetails,
  needs: 'merchant' | 'terminal' = 'terminal',
): void {
  if (details.merchantId !== merchant.merchantId) {
    throw refusal('201', 'Invalid Merchant ID or Setup', 'merchantDetails.merchantId');
  }
  const { terminalId } = details;
  if (terminalId === undefined && needs === 'merchant') return;
  if (terminalId !== merchant.terminalId) {
    throw refusal('202', 'Invalid Terminal ID or Setup', 'merchantDetails.terminalId');
  }
}
