// Stripe's accounts and their keys. A secret key may make any call. A publishable key may only create methods and
// tokens, and read an intent whose client secret it has. Webhook URLs are set here because Stripe's are set in a
// dashboard.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import { changeWebhook, WEBHOOK_FIELDS, type WebhookChange } from '../webhook-settings.ts';
import { ApiError } from './api/api-error.ts';
import { hash } from './api/ids.ts';
import type { Account, Store } from './store.ts';

export const DEMO_ACCOUNT = {
  id: 'acct_sandbox_northwind',
  secretKey: 'sk_test_sandbox_northwind',
  publishableKey: 'pk_test_sandbox_northwind',
  webhookSecret: 'whsec_sandbox_northwind',
  businessName: 'Northwind Builders',
} as const;

export const AccountInput = z.strictObject({
  id: z.string().regex(/^acct_\w+$/, 'must look like acct_…'),
  secretKey: z.string().regex(/^sk_test_\w+$/, 'must look like sk_test_…'),
  publishableKey: z.string().regex(/^pk_test_\w+$/, 'must look like pk_test_…'),
  businessName: z.string().min(1).max(100).default('Sandbox merchant'),
  platform: z.string().nullable().default(null),
  ...WEBHOOK_FIELDS,
});

export function registerAccount(store: Store, input: z.infer<typeof AccountInput>): Account {
  const { secretKey, ...rest } = input;
  const secretKeyHash = hash(secretKey);
  const taken = store.accounts
    .all()
    .filter((other) => other.id !== input.id)
    .some(
      (other) =>
        other.secretKeyHash === secretKeyHash || other.publishableKey === rest.publishableKey,
    );
  if (taken) throw new Refusal(409, 'Another account has this key');
  const webhookUrl = input.webhookUrl ?? store.accounts.get(input.id)?.webhookUrl ?? null;
  return store.accounts.put({ ...rest, secretKeyHash, webhookUrl });
}

export function changeAccount(store: Store, id: string, change: WebhookChange): Account {
  const account = store.accounts.get(id);
  if (account === undefined) throw new Refusal(404, 'Account not found');
  return store.accounts.put(changeWebhook(account, change));
}

export function registerDemoAccount(store: Store): void {
  if (store.accounts.get(DEMO_ACCOUNT.id) !== undefined) return;
  registerAccount(store, AccountInput.parse(DEMO_ACCOUNT));
}

export function publicFacts({ id, publishableKey, businessName, webhookUrl }: Account) {
  return { id, publishableKey, businessName, webhookUrl };
}

const NO_KEY =
  'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
  'using Bearer auth.';

/** The key is a bearer token, or the user name of basic authentication with an empty password. */
function readKey({ headers }: FastifyRequest): string {
  const [, scheme, value] = /^(Bearer|Basic) (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (value === undefined) throw new ApiError(401, { message: NO_KEY });
  if (scheme === 'Bearer') return value;
  return Buffer.from(value, 'base64').toString('utf8').replace(/:$/, '');
}

function masked(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : '*';
}

function actingFor(store: Store, own: Account, wanted: string | undefined): Account {
  if (wanted === undefined || wanted === own.id) return own;
  const account = store.accounts.get(wanted);
  if (account?.platform === own.id) return account;
  const message =
    `The provided key does not have access to account '${wanted}' (or that account does not ` +
    'exist). Application access may have been revoked.';
  throw new ApiError(403, { code: 'account_invalid', message });
}

export type Caller = { account: Account; isPublishable: boolean };

export function readCaller(store: Store, request: FastifyRequest): Caller {
  const key = readKey(request);
  const isPublishable = key.startsWith('pk_');
  const keyHash = hash(key);
  const own = store.accounts
    .all()
    .find((account) =>
      isPublishable ? account.publishableKey === key : account.secretKeyHash === keyHash,
    );
  if (own === undefined) {
    throw new ApiError(401, { message: `Invalid API Key provided: ${masked(key)}` });
  }
  const wanted = z.string().optional().parse(request.headers['stripe-account']);
  return { account: actingFor(store, own, wanted), isPublishable };
}

export function requireSecretKey({ isPublishable }: Caller): void {
  if (!isPublishable) return;
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key.';
  throw new ApiError(403, { code: 'secret_key_required', message });
}
