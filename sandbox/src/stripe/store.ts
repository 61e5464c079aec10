// Stripe's data: accounts and their customers, methods, intents, charges, refunds, disputes and payouts, and the responses
// remembered for idempotency keys. Card numbers, account numbers and secret keys are never stored.
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { OPERATIONS } from '../faults.ts';
import { REFUND_STATUSES } from '../issuer.ts';
import type { Journal } from '../journal.ts';
import { RETURN_CODES } from '../scenarios.ts';
import { type Table, tableOpener } from '../table.ts';
import type { Webhooks } from '../webhooks.ts';
import { BANK_SCENARIOS, CARD_BRANDS, CARD_SCENARIOS } from './test-data.ts';

const Seconds = z.number().int();
const Metadata = z.record(z.string(), z.string());

const Owned = z.object({ id: z.string(), account: z.string(), created: Seconds });

export const Account = z.object({
  id: z.string(),
  secretKeyHash: z.string(),
  publishableKey: z.string(),
  businessName: z.string(),
  /** The account whose key may act for this one with the Stripe-Account header. */
  platform: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  // A signing secret cannot be hashed: both sides need it to sign.
  webhookSecret: z.string(),
});
export type Account = z.infer<typeof Account>;

export const Customer = Owned.extend({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  description: z.string().nullable(),
  metadata: Metadata,
  deleted: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

export const Card = z.object({
  kind: z.literal('card'),
  brand: z.enum(CARD_BRANDS),
  funding: z.enum(['credit', 'debit']),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
  fingerprint: z.string(),
  scenario: z.enum(CARD_SCENARIOS),
  isWallet: z.boolean(),
});
export type Card = z.infer<typeof Card>;

export const BankAccount = z.object({
  kind: z.literal('bank'),
  bankName: z.string(),
  routingNumber: z.string(),
  last4: z.string(),
  holderType: z.enum(['individual', 'company']),
  accountType: z.enum(['checking', 'savings']),
  fingerprint: z.string(),
  scenario: z.enum(BANK_SCENARIOS),
  financialConnectionsAccount: z.string().nullable(),
});
export type BankAccount = z.infer<typeof BankAccount>;

const Instrument = z.discriminatedUnion('kind', [Card, BankAccount]);
export type Instrument = z.infer<typeof Instrument>;

const Billing = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  postalCode: z.string().nullable(),
});
export type Billing = z.infer<typeof Billing>;

export const PaymentMethod = Owned.extend({
  customer: z.string().nullable(),
  instrument: Instrument,
  billing: Billing,
  metadata: Metadata,
  isVerified: z.boolean(),
  /** The method is authenticated, or covered by a mandate, for off-session charges. */
  isSetUp: z.boolean(),
  /** The payer withdrew the mandate for debits. */
  isRevoked: z.boolean().default(false),
  /** The method can no longer be used, because it was used without a customer or detached. */
  isSpent: z.boolean(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const MethodDraft = PaymentMethod.pick({
  instrument: true,
  billing: true,
  metadata: true,
  isSetUp: true,
});
export type MethodDraft = z.infer<typeof MethodDraft>;

export const FUTURE_USAGES = ['on_session', 'off_session'] as const;
const FutureUsage = z.enum(FUTURE_USAGES).nullable();

export const ConfirmationToken = Owned.extend({
  expiresAt: Seconds,
  draft: MethodDraft.nullable(),
  paymentMethod: z.string().nullable(),
  returnUrl: z.string().nullable(),
  setupFutureUsage: FutureUsage,
  /** The token was made by Elements, whose options must match those of the intent. */
  isFromElements: z.boolean().default(false),
  usedBy: z.string().nullable(),
});
export type ConfirmationToken = z.infer<typeof ConfirmationToken>;

const NextAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('use_stripe_sdk'), url: z.string() }),
  z.object({ type: z.literal('redirect_to_url'), url: z.string(), returnUrl: z.string() }),
  z.object({
    type: z.literal('verify_with_microdeposits'),
    url: z.string(),
    arrivalDate: Seconds,
    attempts: z.number(),
  }),
]);
export type NextAction = z.infer<typeof NextAction>;

const IntentError = z.object({
  type: z.enum(['card_error', 'invalid_request_error']),
  code: z.string(),
  decline_code: z.string().optional(),
  message: z.string(),
  charge: z.string().optional(),
  paymentMethod: z.string().nullable(),
});
export type IntentError = z.infer<typeof IntentError>;

const Intent = Owned.extend({
  clientSecret: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  metadata: Metadata,
  allowedTypes: z.array(z.string()).nullable(),
  automatic: z
    .object({ enabled: z.boolean(), allow_redirects: z.enum(['always', 'never']) })
    .nullable(),
  paymentMethod: z.string().nullable(),
  nextAction: NextAction.nullable(),
  lastError: IntentError.nullable(),
  canceledAt: Seconds.nullable(),
  cancellationReason: z.string().nullable(),
});

const PAYMENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'canceled',
  'succeeded',
] as const;

export const PaymentIntent = Intent.extend({
  kind: z.literal('payment_intent'),
  amount: z.number().int(),
  currency: z.literal('usd'),
  receiptEmail: z.string().nullable(),
  setupFutureUsage: FutureUsage,
  latestCharge: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
});
export type PaymentIntent = z.infer<typeof PaymentIntent>;

export const SetupIntent = Intent.extend({
  kind: z.literal('setup_intent'),
  usage: z.enum(FUTURE_USAGES),
  status: z.enum(PAYMENT_STATUSES),
});
export type SetupIntent = z.infer<typeof SetupIntent>;

export const Charge = Owned.extend({
  paymentIntent: z.string(),
  paymentMethod: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  metadata: Metadata,
  amount: z.number().int(),
  instrument: Instrument,
  billing: Billing,
  status: z.enum(['pending', 'succeeded', 'failed']),
  failure: z
    .object({ code: z.string(), declineCode: z.string().nullable(), message: z.string() })
    .nullable(),
  amountRefunded: z.number().int(),
  isDisputed: z.boolean(),
  isSettled: z.boolean(),
  returnCode: z.enum(RETURN_CODES).nullable(),
});
export type Charge = z.infer<typeof Charge>;

export const Refund = Owned.extend({
  charge: z.string(),
  paymentIntent: z.string(),
  amount: z.number().int(),
  reason: z.string().nullable(),
  metadata: Metadata,
  status: z.enum(REFUND_STATUSES).default('succeeded'),
  failureReason: z.string().nullable().default(null),
});
export type Refund = z.infer<typeof Refund>;

export const Dispute = Owned.extend({
  charge: z.string(),
  paymentIntent: z.string(),
  amount: z.number().int(),
  reason: z.string(),
  status: z.enum(['needs_response', 'under_review', 'won', 'lost']),
  dueBy: Seconds.nullable().default(null),
  evidence: z.record(z.string(), z.string()).default({}),
  submissions: z.number().int().default(0),
});
export type Dispute = z.infer<typeof Dispute>;

export const UploadedFile = Owned.extend({
  purpose: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

export const Payout = Owned.extend({
  amount: z.number().int(),
  arrivalDate: Seconds,
  isAutomatic: z.boolean(),
  status: z.enum(['paid', 'failed']),
  /** Balance transactions that it contains. */
  contains: z.array(z.string()),
  /** Fees that differ from the usual ones, by balance transaction. */
  fees: z.record(z.string(), z.number().int()),
});
export type Payout = z.infer<typeof Payout>;

/** A request with an idempotency key. Without a response, it is still in progress. */
export const Remembered = z.object({
  key: z.string(),
  fingerprint: z.string(),
  operation: z.enum(OPERATIONS),
  createdAtMs: z.number(),
  answer: z
    .object({
      status: z.number(),
      body: z.unknown(),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
});
export type Remembered = z.infer<typeof Remembered>;

export type Store = {
  clock: Clock;
  webhooks: Webhooks;
  accounts: Table<Account>;
  customers: Table<Customer>;
  paymentMethods: Table<PaymentMethod>;
  confirmationTokens: Table<ConfirmationToken>;
  paymentIntents: Table<PaymentIntent>;
  setupIntents: Table<SetupIntent>;
  charges: Table<Charge>;
  refunds: Table<Refund>;
  disputes: Table<Dispute>;
  files: Table<UploadedFile>;
  payouts: Table<Payout>;
  remembered: Table<Remembered>;
};

type Options = { clock: Clock; journal: Journal; webhooks: Webhooks };

export function openStore({ clock, journal, webhooks }: Options): Store {
  const table = tableOpener(journal, 'stripe');
  return {
    clock,
    webhooks,
    accounts: table('account', Account, 'id'),
    customers: table('customer', Customer, 'id'),
    paymentMethods: table('payment_method', PaymentMethod, 'id'),
    confirmationTokens: table('confirmation_token', ConfirmationToken, 'id'),
    paymentIntents: table('payment_intent', PaymentIntent, 'id'),
    setupIntents: table('setup_intent', SetupIntent, 'id'),
    charges: table('charge', Charge, 'id'),
    refunds: table('refund', Refund, 'id'),
    disputes: table('dispute', Dispute, 'id'),
    files: table('file', UploadedFile, 'id'),
    payouts: table('payout', Payout, 'id'),
    remembered: table('remembered', Remembered, 'key'),
  };
}

export function nowSeconds({ clock }: Store): number {
  return Math.floor(clock.now() / 1000);
}
