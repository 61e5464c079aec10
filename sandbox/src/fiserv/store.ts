// Fiserv's data: merchants, tokens and transactions. Sessions, authentications and remembered responses exist only
// while the process runs. Card numbers, account numbers and tokens are never stored in plain text.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Answer, Operation } from '../faults.ts';
import { REFUND_STATUSES } from '../issuer.ts';
import type { Journal } from '../journal.ts';
import { CARD_SCENARIOS, RETURN_CODES } from '../scenarios.ts';
import { type Table, tableOpener } from '../table.ts';
import { createEncryption, type Encryption } from './methods/encryption.ts';

export const PAYER_IDS = ['driverLicense', 'taxId'] as const;
export type PayerId = (typeof PAYER_IDS)[number];

export const Merchant = z.object({
  merchantId: z.string(),
  terminalId: z.string(),
  apiKey: z.string(),
  // A signing secret cannot be hashed: both sides need it to sign.
  secret: z.string(),
  neededIds: z.array(z.enum(PAYER_IDS)).default([]),
});
export type Merchant = z.infer<typeof Merchant>;

export const SCHEMES = ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER'] as const;

const Card = z.object({
  kind: z.literal('card'),
  scheme: z.enum(SCHEMES),
  bin: z.string(),
  last4: z.string(),
  expirationMonth: z.string(),
  expirationYear: z.string(),
  scenario: z.enum(CARD_SCENARIOS),
});
export type Card = z.infer<typeof Card>;

const BankAccount = z.object({
  kind: z.literal('bank'),
  routingNumber: z.string(),
  last4: z.string(),
  returnCode: z.enum(RETURN_CODES).nullable(),
});
export type BankAccount = z.infer<typeof BankAccount>;

const Instrument = z.discriminatedUnion('kind', [Card, BankAccount]);
export type Instrument = z.infer<typeof Instrument>;

export const Token = z.object({
  hash: z.string(),
  hint: z.string(),
  merchantId: z.string(),
  instrument: Instrument,
  /** The date of the card that replaced this one. The earlier date is still accepted. */
  renewed: Card.pick({ expirationMonth: true, expirationYear: true }).optional(),
});
export type Token = z.infer<typeof Token>;

const HostOutcome = z.object({
  approvalStatus: z.enum(['APPROVED', 'DECLINED']),
  responseCode: z.string(),
  responseMessage: z.string(),
  hostResponseCode: z.string(),
  hostResponseMessage: z.string(),
});
export type HostOutcome = z.infer<typeof HostOutcome>;

const MerchantIds = z.object({
  merchantTransactionId: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  merchantInvoiceNumber: z.string().nullable(),
});
export type MerchantIds = z.infer<typeof MerchantIds>;

const Refund = z.object({
  transactionId: z.string(),
  clientRequestId: z.string(),
  merchantIds: MerchantIds,
  amountCents: z.number(),
  approvalCode: z.string(),
  createdAtMs: z.number(),
  status: z.enum(REFUND_STATUSES).default('succeeded'),
});
export type Refund = z.infer<typeof Refund>;

const STATES = ['AUTHORIZED', 'CAPTURED', 'SETTLED', 'DECLINED', 'VOIDED', 'RETURNED'] as const;

export const Transaction = z.object({
  transactionId: z.string(),
  orderId: z.string(),
  clientRequestId: z.string(),
  merchantId: z.string(),
  merchantIds: MerchantIds,
  amountCents: z.number(),
  currency: z.string(),
  sourceType: z.enum(['PaymentCard', 'PaymentToken', 'PaymentCheck']),
  instrument: Instrument,
  tokenHint: z.string(),
  origin: z.string(),
  state: z.enum(STATES),
  /** A settled card charge stays CAPTURED; only a bank debit changes its state. */
  settled: z.boolean(),
  verdict: HostOutcome,
  approvalCode: z.string().nullable(),
  schemeTransactionId: z.string(),
  isStored: z.boolean().default(false),
  authenticated: z.boolean(),
  returnCode: z.enum(RETURN_CODES).nullable(),
  createdAtMs: z.number(),
  refunds: z.array(Refund),
});
export type Transaction = z.infer<typeof Transaction>;

/** A browser fills a session with a card or an account, and a server charges it once. */
export type Session = {
  accessTokenHash: string;
  merchantId: string;
  expiresAtMs: number;
  instrument: Instrument | null;
  payerId: PayerId | null;
  usage: Usage | null;
};

/** The request that used a source. A retry of it within the idempotency window may use the source again. */
export type Usage = { clientRequestId: string; atMs: number };

export type DeviceCollection = { sourceHash: string; isCompleted: boolean };

export type Authentication = {
  transactionId: string;
  orderId: string;
  merchantId: string;
  sourceHash: string;
  instrument: Card;
  amountCents: number;
  status: 'waiting' | 'authenticated' | 'failed';
  dsTransactionId: string;
  cavv: string;
  /** Known only to the challenge page. */
  challengeSecret: string;
  usage: Usage | null;
};

export type RememberedResponse = { operation: Operation; answer: Answer; expiresAtMs: number };

export type Store = {
  clock: Clock;
  encryption: Encryption;
  merchants: Table<Merchant>;
  tokens: Table<Token>;
  transactions: Table<Transaction>;
  sessions: Map<string, Session>;
  collections: Map<string, DeviceCollection>;
  authentications: Map<string, Authentication>;
  answers: Map<string, RememberedResponse>;
};

export function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function openStore({ clock, journal }: { clock: Clock; journal: Journal }): Store {
  const table = tableOpener(journal, 'fiserv');
  return {
    clock,
    encryption: createEncryption(),
    merchants: table('merchant', Merchant, 'merchantId'),
    tokens: table('token', Token, 'hash'),
    transactions: table('transaction', Transaction, 'transactionId'),
    sessions: new Map(),
    collections: new Map(),
    authentications: new Map(),
    answers: new Map(),
  };
}

export function clearStore(store: Store): void {
  store.tokens.clear();
  store.transactions.clear();
  store.sessions.clear();
  store.collections.clear();
  store.authentications.clear();
  store.answers.clear();
}
