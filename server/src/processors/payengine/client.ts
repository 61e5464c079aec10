/**
 * PayEngine over HTTP: the endpoints, authorization, and the parsing of responses. The key is sent as given, not
 * encoded as user and password. The API has no idempotency key, so nothing is sent twice.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { Credentials } from '../credentials.ts';
import { Refused, readAnswer, Unreadable } from '../json-answer.ts';
import type { Secret } from '../secret.ts';
import type { toAch, toRefund, toSale } from './to-payengine.ts';
import {
  achAnswerSchema,
  errorAnswerSchema,
  refundAnswerSchema,
  saleAnswerSchema,
  sessionAnswerSchema,
  transactionListSchema,
} from './wire.ts';

function toFailure(status: number, body: unknown): Refused | Unreadable {
  const error = errorAnswerSchema.safeParse(body);
  const isRefused = status >= 400 && status < 500 && error.success;
  return isRefused ? new Refused(status, error.data) : new Unreadable(`HTTP ${status}`);
}

type TransactionQuery =
  | { ids: string }
  | { 'date[from]': string; 'date[to]': string; page: string };

const TOKEN_PATHS = { card: '/api/cards', ach: '/api/bank-accounts' } as const;

export type PayengineClient = ReturnType<typeof createClient>;

export function createClient(http: HttpClient, baseUrl: string, credentials: Credentials) {
  const headers = () => ({
    authorization: `Basic ${credentials.processorKey.reveal()}`,
    accept: 'application/json',
  });
  const write =
    (method: 'POST' | 'PATCH') =>
    async <Schema extends z.ZodType>(path: string, body: object, schema: Schema) => {
      const answer = await http.call({
        method,
        url: `${baseUrl}${path}`,
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return readAnswer(answer, schema, toFailure);
    };
  const post = write('POST');
  const patch = write('PATCH');
  const read = async <Schema extends z.ZodType>(path: string, schema: Schema) => {
    const answer = await http.call({ method: 'GET', url: `${baseUrl}${path}`, headers: headers() });
    return readAnswer(answer, schema, toFailure);
  };
  const remove = async (path: string) => {
    const answer = await http.call({
      method: 'DELETE',
      url: `${baseUrl}${path}`,
      headers: headers(),
    });
    return readAnswer(answer, z.unknown(), toFailure);
  };
  const merchantPath = (merchantId: string) => `/api/merchant/${encodeURIComponent(merchantId)}`;
  return {
    sale: (body: ReturnType<typeof toSale>) => post('/api/payment/sale', body, saleAnswerSchema),
    ach: (body: ReturnType<typeof toAch>) => post('/api/payment/ach', body, achAnswerSchema),
    refund: (body: ReturnType<typeof toRefund>) =>
      post('/api/payment/refund', body, refundAnswerSchema),
    /** The request and response bodies are not documented. A lookup afterward determines the result. */
    void: (body: { id: string }) => post('/api/payment/void', body, z.unknown()),
    openSession: (merchantId: string, body: { expires_in: number }) =>
      post(`${merchantPath(merchantId)}/sessions`, body, sessionAnswerSchema),
    /** The documentation specifies the card's id. We assume that the card's token is accepted too. */
    updateCard: (token: Secret, body: { email: string }) =>
      patch(`/api/cards/${encodeURIComponent(token.reveal())}`, body, z.unknown()),
    deleteToken: (kind: ChargeKind, token: Secret) =>
      remove(`${TOKEN_PATHS[kind]}/${encodeURIComponent(token.reveal())}`),
    findChallenge(merchantId: string, transactionId: string) {
      const id = encodeURIComponent(transactionId);
      return read(`${merchantPath(merchantId)}/3dstransaction/${id}`, saleAnswerSchema);
    },
    async findTransactions(merchantId: string, query: TransactionQuery) {
      const path = `${merchantPath(merchantId)}/transaction?${new URLSearchParams(query)}`;
      return (await read(path, transactionListSchema)).data;
    },
  };
}
