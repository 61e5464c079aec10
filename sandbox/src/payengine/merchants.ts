// PayEngine's merchants and their keys. A private key may make any call, a public key may only create tokens, and a
// session may only do what it was opened for. Webhook URLs are set here because PayEngine's are set in a console.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import { changeWebhook, WEBHOOK_FIELDS, type WebhookChange } from '../webhook-settings.ts';
import { hash, type Merchant, type Store } from './store.ts';

export const DEMO_MERCHANT = {
  merchantId: 'mer_sandbox_harbor',
  privateKey: 'sk_test_sandbox_harbor',
  publicKey: 'pk_test_sandbox_harbor',
  webhookSecret: 'whsec_sandbox_harbor',
} as const;

export const MerchantInput = z.strictObject({
  merchantId: z.string().min(1).max(100),
  privateKey: z.string().min(8).max(200),
  publicKey: z.string().min(8).max(200),
  ...WEBHOOK_FIELDS,
});

export function registerMerchant(store: Store, input: z.infer<typeof MerchantInput>): Merchant {
  const { privateKey, ...rest } = input;
  const privateKeyHash = hash(privateKey);
  const taken = store.merchants
    .all()
    .filter((other) => other.merchantId !== input.merchantId)
    .some((other) => other.privateKeyHash === privateKeyHash || other.publicKey === rest.publicKey);
  if (taken) throw new Refusal(409, 'Another merchant has this key');
  const webhookUrl = input.webhookUrl ?? store.merchants.get(input.merchantId)?.webhookUrl ?? null;
  return store.merchants.put({ ...rest, privateKeyHash, webhookUrl });
}

export function changeMerchant(store: Store, merchantId: string, change: WebhookChange): Merchant {
  const merchant = store.merchants.get(merchantId);
  if (merchant === undefined) throw new Refusal(404, 'Merchant not found');
  return store.merchants.put(changeWebhook(merchant, change));
}

export function registerDemoMerchant(store: Store): void {
  if (store.merchants.get(DEMO_MERCHANT.merchantId) !== undefined) return;
  registerMerchant(store, DEMO_MERCHANT);
}

type Credential = { scheme: 'Basic' | 'Bearer'; secret: string };

function readCredential(request: FastifyRequest): Credential {
  const [, scheme, secret] =
    /^(Basic|Bearer) (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (secret === undefined) throw new Refusal(401, 'Unauthorized');
  return { scheme: scheme === 'Basic' ? 'Basic' : 'Bearer', secret };
}

function byPrivateKey(store: Store, secret: string): Merchant | undefined {
  const privateKeyHash = hash(secret);
  return store.merchants.all().find((merchant) => merchant.privateKeyHash === privateKeyHash);
}

function bySession(store: Store, secret: string, may: 'read' | 'write'): Merchant | undefined {
  const session = store.sessions.get(hash(secret));
  if (session === undefined || session.expiresAtMs <= store.clock.now()) return undefined;
  if (may === 'write' && session.readonly) return undefined;
  return store.merchants.get(session.merchantId);
}

function orRefuse(merchant: Merchant | undefined): Merchant {
  if (merchant === undefined) throw new Refusal(401, 'Unauthorized');
  return merchant;
}

/** The caller must send the private key itself, not as user:password. */
export function requirePrivateKey(store: Store, request: FastifyRequest): Merchant {
  const { scheme, secret } = readCredential(request);
  return orRefuse(scheme === 'Basic' ? byPrivateKey(store, secret) : undefined);
}

export function requireReader(store: Store, request: FastifyRequest): Merchant {
  const { scheme, secret } = readCredential(request);
  if (scheme === 'Bearer') return orRefuse(bySession(store, secret, 'read'));
  return orRefuse(byPrivateKey(store, secret));
}

export function requireTokenMaker(store: Store, request: FastifyRequest): Merchant {
  const { scheme, secret } = readCredential(request);
  if (scheme === 'Bearer') return orRefuse(bySession(store, secret, 'write'));
  const byPublicKey = store.merchants.all().find((merchant) => merchant.publicKey === secret);
  return orRefuse(byPublicKey ?? byPrivateKey(store, secret));
}

export function requireOwn(merchant: Merchant, merchantId: string): void {
  if (merchant.merchantId !== merchantId) {
    throw new Refusal(403, 'This key does not belong to that merchant');
  }
}
