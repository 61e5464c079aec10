/**
 * PayEngine over HTTP: address, authorisation, reading of answers. The key goes out as given, not as
 * user and password. No idempotency key exists in this API, so nothing is ever sent twice from here.
 */
import type { z } from 'zod';
import type { HttpAnswer, HttpClient } from '../http.ts';
import type { Credentials } from '../processor.ts';
import {
  type AchRequest,
  achAnswerSchema,
  errorAnswerSchema,
  type RefundRequest,
  refundAnswerSchema,
  type SaleRequest,
  saleAnswerSchema,
  sessionAnswerSchema,
  transactionListSchema,
} from './wire.ts';

/** The request was received and refused before anything was booked (4xx with an error body). */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** An answer that is neither the documented success nor the documented error. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Unreadable('the answer is not JSON', { cause });
  }
}

function read<Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.output<Schema> {
  const body = parseJson(answer.body);
  if (answer.status >= 400 && answer.status < 500) {
    const error = errorAnswerSchema.safeParse(body);
    if (error.success) throw new Refused(answer.status, error.data.message);
  }
  if (answer.status < 200 || answer.status >= 300) throw new Unreadable(`HTTP ${answer.status}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unreadable('the answer has another shape');
  return parsed.data;
}

type SessionRequest = { expires_in: number };

/** By our reference, or all between two Unix times, page by page. */
type TransactionQuery =
  | { ids: string }
  | { 'date[from]': string; 'date[to]': string; page: string };

export type PayengineClient = ReturnType<typeof createClient>;

export function createClient(http: HttpClient, baseUrl: string, credentials: Credentials) {
  const headers = () => ({
    authorization: `Basic ${credentials.processorKey.reveal()}`,
    accept: 'application/json',
  });
  const post = (path: string, body: SaleRequest | AchRequest | RefundRequest | SessionRequest) =>
    http.call({
      method: 'POST',
      url: `${baseUrl}${path}`,
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    sale: async (body: SaleRequest) =>
      read(await post('/api/payment/sale', body), saleAnswerSchema),
    ach: async (body: AchRequest) => read(await post('/api/payment/ach', body), achAnswerSchema),
    refund: async (body: RefundRequest) =>
      read(await post('/api/payment/refund', body), refundAnswerSchema),
    openSession: async (merchantId: string, body: SessionRequest) => {
      const path = `/api/merchant/${encodeURIComponent(merchantId)}/sessions`;
      return read(await post(path, body), sessionAnswerSchema);
    },
    async findTransactions(merchantId: string, wanted: TransactionQuery) {
      const query = new URLSearchParams(wanted);
      const url = `${baseUrl}/api/merchant/${encodeURIComponent(merchantId)}/transaction?${query}`;
      const answer = await http.call({ method: 'GET', url, headers: headers() });
      return read(answer, transactionListSchema).data;
    },
  };
}
