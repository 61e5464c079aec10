/**
 * Commerce Hub over HTTP: the endpoints, the headers with the signature over the exact bytes, and the parsing of
 * responses. Sends every request once. The caller chooses the Client-Request-Id, by which the gateway recognizes a
 * repeated request for about five minutes.
 */
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import { Refused, readAnswer, Unreadable } from '../json-answer.ts';
import type { Secret } from '../secret.ts';
import type {
  toAuthentication,
  toCharge,
  toCredentials,
  toDeviceData,
  toInquiry,
  toRefund,
  toTokens,
  toVerification,
  toVerify,
} from './to-fiserv.ts';
import {
  authenticationAnswerSchema,
  credentialsAnswerSchema,
  deviceDataAnswerSchema,
  type ErrorDetail,
  errorAnswerSchema,
  transactionListSchema,
  transactionSchema,
} from './wire.ts';

/** The published code signs with the raw digest. An example value in the guide contains hex instead. */
export type SignatureEncoding = 'raw' | 'hex';

export type SignedRequest = {
  apiKey: string;
  clientRequestId: string;
  timestamp: string;
  body: string;
};

export function sign(
  secret: string,
  signed: SignedRequest,
  encoding: SignatureEncoding = 'raw',
): string {
  const { apiKey, clientRequestId, timestamp, body } = signed;
  const hmac = createHmac('sha256', secret).update(
    `${apiKey}${clientRequestId}${timestamp}${body}`,
  );
  if (encoding === 'raw') return hmac.digest('base64');
  return Buffer.from(hmac.digest('hex')).toString('base64');
}

/** Request Timeout and Too Early: the request may have been executed. */
const UNCERTAIN_STATUSES: ReadonlySet<number> = new Set([408, 425]);

/** 136: the same transaction is being processed. 6xx to 9xx: errors of the systems behind the gateway. */
function isUncertain({ code = '' }: ErrorDetail): boolean {
  return code === '136' || /^[6-9]\d\d$/.test(code);
}

function toFailure(status: number, body: unknown): Refused | Unreadable {
  const parsed = errorAnswerSchema.safeParse(body);
  if (!parsed.success) return new Unreadable(`HTTP ${status}`);
  const { error } = parsed.data;
  const detail = Array.isArray(error) ? error[0] : error;
  const isClient = status >= 400 && status < 500 && !UNCERTAIN_STATUSES.has(status);
  if (detail && isClient && !isUncertain(detail)) return new Refused(status, detail);
  return new Unreadable(`HTTP ${status}: ${detail?.code ?? ''} ${detail?.message ?? ''}`.trim());
}

export type FiservAccess = {
  baseUrl: string;
  apiKey: string;
  secret: Secret;
  signatureEncoding: SignatureEncoding;
};

export type FiservClient = ReturnType<typeof createClient>;

type Built<To extends (...parts: never[]) => object> = ReturnType<To>;

const PAYMENTS = '/payments/v1';
const SERVICES = '/payments-vas/v1';

export function createClient(http: HttpClient, clock: Clock, access: FiservAccess) {
  const { baseUrl, apiKey, secret, signatureEncoding } = access;
  const endpoint =
    <Schema extends z.ZodType>(path: string, schema: Schema) =>
    <Request extends object>() =>
    async (clientRequestId: string, request: Request): Promise<z.output<Schema>> => {
      const body = JSON.stringify(request);
      const timestamp = String(Date.parse(clock.now()));
      const signed = { apiKey, clientRequestId, timestamp, body };
      const answer = await http.call({
        method: 'POST',
        url: `${baseUrl}${path}`,
        headers: {
          'content-type': 'application/json',
          'api-key': apiKey,
          'client-request-id': clientRequestId,
          timestamp,
          'auth-token-type': 'HMAC',
          authorization: sign(secret.reveal(), signed, signatureEncoding),
        },
        body,
      });
      return readAnswer(answer, schema, toFailure);
    };
  const payments = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    endpoint(`${PAYMENTS}/${path}`, schema);
  const services = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    endpoint(`${SERVICES}/${path}`, schema);
  const authentication = authenticationAnswerSchema;
  return {
    charge: payments('charges', transactionSchema)<Built<typeof toCharge>>(),
    refund: payments('refunds', transactionSchema)<Built<typeof toRefund>>(),
    inquire: payments('transaction-inquiry', transactionListSchema)<Built<typeof toInquiry>>(),
    openCredentials: services('security/credentials', credentialsAnswerSchema)<
      Built<typeof toCredentials>
    >(),
    tokenize: services('tokens', transactionSchema)<Built<typeof toTokens>>(),
    checkAccount: services('accounts/verification', transactionSchema)<
      Built<typeof toVerification>
    >(),
    beginDeviceData: services('3ds/device-data-initialize', deviceDataAnswerSchema)<
      Built<typeof toDeviceData>
    >(),
    authenticate: services('3ds/authenticate', authentication)<Built<typeof toAuthentication>>(),
    verify: services('3ds/verify', authentication)<Built<typeof toVerify>>(),
  };
}
