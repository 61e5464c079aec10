/**
 * Commerce Hub over HTTP: address, the six headers with the signature over the exact bytes, reading
 * of answers. It sends what it is given once; the caller chooses the Client-Request-Id, by which the
 * gateway recognises a repeated request for about five minutes.
 */
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { HttpAnswer, HttpClient } from '../http.ts';
import type { Secret } from '../secret.ts';
import {
  type AuthenticateRequest,
  authenticationAnswerSchema,
  type ChargesRequest,
  type CredentialsRequest,
  credentialsAnswerSchema,
  type DeviceDataRequest,
  deviceDataAnswerSchema,
  type ErrorDetail,
  errorAnswerSchema,
  type InquiryRequest,
  type RefundRequest,
  type TokensRequest,
  transactionListSchema,
  transactionSchema,
  type VerificationRequest,
  type VerifyRequest,
} from './wire.ts';

/** The request was received and refused before anything was booked. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, detail: ErrorDetail) {
    super(detail.message ?? `HTTP ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

/** An answer that says neither what was done nor that nothing was. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** The published code signs with the raw digest; an example value of the guide has hex inside. */
export type SignatureEncoding = 'raw' | 'hex';

export type Signed = { apiKey: string; clientRequestId: string; timestamp: string; body: string };

export function sign(secret: string, signed: Signed, encoding: SignatureEncoding = 'raw'): string {
  const { apiKey, clientRequestId, timestamp, body } = signed;
  const hmac = createHmac('sha256', secret).update(
    `${apiKey}${clientRequestId}${timestamp}${body}`,
  );
  if (encoding === 'raw') return hmac.digest('base64');
  return Buffer.from(hmac.digest('hex')).toString('base64');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Unreadable('the answer is not JSON', { cause });
  }
}

/** A timed-out or too early request may have been carried out all the same. */
const UNCERTAIN_STATUSES: ReadonlySet<number> = new Set([408, 425]);

/** 136: the same transaction is being processed. 6xx to 9xx: the systems behind the gateway. */
function isUncertain({ code = '' }: ErrorDetail): boolean {
  return code === '136' || /^[6-9]\d\d$/.test(code);
}

function failureOf({ status }: HttpAnswer, body: unknown): Refused | Unreadable {
  const parsed = errorAnswerSchema.safeParse(body);
  if (!parsed.success) return new Unreadable(`HTTP ${status}`);
  const { error } = parsed.data;
  const detail = Array.isArray(error) ? error[0] : error;
  const isClient = status >= 400 && status < 500 && !UNCERTAIN_STATUSES.has(status);
  if (detail && isClient && !isUncertain(detail)) return new Refused(status, detail);
  return new Unreadable(`HTTP ${status}: ${detail?.code ?? ''} ${detail?.message ?? ''}`.trim());
}

function read<Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.output<Schema> {
  const body = parseJson(answer.body);
  if (answer.status < 200 || answer.status >= 300) throw failureOf(answer, body);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unreadable('the answer has another shape');
  return parsed.data;
}

export type FiservAccess = {
  baseUrl: string;
  apiKey: string;
  secret: Secret;
  signatureEncoding: SignatureEncoding;
};

export type FiservClient = ReturnType<typeof createClient>;

export function createClient(http: HttpClient, clock: Clock, access: FiservAccess) {
  const { baseUrl, apiKey, secret, signatureEncoding } = access;
  const call =
    <Request, Schema extends z.ZodType>(path: string, schema: Schema) =>
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
      return read(answer, schema);
    };
  const payments = '/payments/v1';
  const services = '/payments-vas/v1';
  return {
    charge: call<ChargesRequest, typeof transactionSchema>(
      `${payments}/charges`,
      transactionSchema,
    ),
    refund: call<RefundRequest, typeof transactionSchema>(`${payments}/refunds`, transactionSchema),
    inquire: call<InquiryRequest, typeof transactionListSchema>(
      `${payments}/transaction-inquiry`,
      transactionListSchema,
    ),
    openCredentials: call<CredentialsRequest, typeof credentialsAnswerSchema>(
      `${services}/security/credentials`,
      credentialsAnswerSchema,
    ),
    tokenize: call<TokensRequest, typeof transactionSchema>(
      `${services}/tokens`,
      transactionSchema,
    ),
    checkAccount: call<VerificationRequest, typeof transactionSchema>(
      `${services}/accounts/verification`,
      transactionSchema,
    ),
    beginDeviceData: call<DeviceDataRequest, typeof deviceDataAnswerSchema>(
      `${services}/3ds/device-data-initialize`,
      deviceDataAnswerSchema,
    ),
    authenticate: call<AuthenticateRequest, typeof authenticationAnswerSchema>(
      `${services}/3ds/authenticate`,
      authenticationAnswerSchema,
    ),
    verify: call<VerifyRequest, typeof authenticationAnswerSchema>(
      `${services}/3ds/verify`,
      authenticationAnswerSchema,
    ),
  };
}
