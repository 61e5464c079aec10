// PayEngine's data: merchants, tokens and payments. Card numbers, account numbers, private keys and tokens are
// never stored in plain text.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { REFUND_STATUSES } from '../issuer.ts';
import type { Journal } from '../journal.ts';
import { CARD_BRANDS, CARD_SCENARIOS, RETURN_CODES } from '../scenarios.ts';
import { type Table, tableOpener } from '../table.ts';
import type { Webhooks } from '../webhooks.ts';

export const Merchant = z.object({
  merchantId: z.string(),
  privateKeyHash: z.string(),
  publicKey: z.string(),
  webhookUrl: z.string().nullable(),
  // A signing secret cannot be hashed: both sides need it to sign.
  webhookSecret: z.string(),
});
export type Merchant = z.infer<typeof Merchant>;

const Card = z.object({
  kind: z.literal('card'),
  id: z.string(),
  brand: z.enum(CARD_BRANDS),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
  scenario: z.enum(CARD_SCENARIOS),
});
export type Card = z.infer<typeof Card>;

const BankAccount = z.object({
  kind: z.literal('bank'),
  id: z.string(),
  last4: z.string(),
  routingNumber: z.string(),
  returnCode: z.enum(RETURN_CODES).nullable(),
});
export type BankAccount = z.infer<typeof BankAccount>;

export const Token = z.object({
  hash: z.string(),
  hint: z.string(),
  merchantId: z.string(),
  spent: z.boolean(),
  /** The cardholder's email, for 3-D Secure with Visa. */
  email: z.string().nullable().default(null),
  instrument: z.discriminatedUnion('kind', [Card, BankAccount]),
});
export type Token = z.infer<typeof Token>;

export const HostReport = z.object({
  status: z.enum(['PASS', 'FAIL', 'PENDING', 'PENDING_3DSAUTH']),
  responseCode: z.string(),
  responseMessage: z.string(),
  hostResponseCode: z.string(),
  authCode: z.string().nullable(),
  hostReferenceNumber: z.string(),
  hostTransactionId: z.string(),
});
export type HostReport = z.infer<typeof HostReport>;

const Refund = z.object({
  transactionId: z.string(),
  amountCents: z.number(),
  reason: z.string(),
  createdAtMs: z.number(),
  status: z.enum(REFUND_STATUSES).default('succeeded'),
  host: HostReport,
});
export type Refund = z.infer<typeof Refund>;

const ThreeDs = z.object({
  type: z.enum(['frictionless', 'challenge']),
  status: z.enum(['succeeded', 'failed', 'pending']),
  secretHash: z.string(),
});

export const PAYMENT_STATUSES = [
  'succeeded',
  'failed',
  'pending',
  'cancelled',
  'pending_3dsauth',
] as const;

export const Payment = z.object({
  id: z.string(),
  transactionId: z.string(),
  merchantId: z.string(),
  internalTransactionId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  description: z.string().nullable(),
  amountCents: z.number(),
  currency: z.string(),
  tokenHint: z.string(),
  instrument: z.discriminatedUnion('kind', [Card, BankAccount]),
  status: z.enum(PAYMENT_STATUSES),
  settled: z.boolean(),
  returnCode: z.enum(RETURN_CODES).nullable(),
  userConsent: z.boolean(),
  createdAtMs: z.number(),
  host: HostReport,
  threeDs: ThreeDs.nullable(),
  refunds: z.array(Refund),
});
export type Payment = z.infer<typeof Payment>;

export type Session = { merchantId: string; readonly: boolean; expiresAtMs: number };

export type Store = {
  clock: Clock;
  webhooks: Webhooks;
  merchants: Table<Merchant>;
  tokens: Table<Token>;
  payments: Table<Payment>;
  /** Keyed by the hash of the access token. Sessions are short-lived, so they do not have to survive a restart. */
  sessions: Map<string, Session>;
};

export function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

type Options = { clock: Clock; journal: Journal; webhooks: Webhooks };

export function openStore({ clock, journal, webhooks }: Options): Store {
  const table = tableOpener(journal, 'payengine');
  return {
    clock,
    webhooks,
    merchants: table('merchant', Merchant, 'merchantId'),
    tokens: table('token', Token, 'hash'),
    payments: table('payment', Payment, 'id'),
    sessions: new Map(),
  };
}
