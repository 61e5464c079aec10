/** Credentials that an adapter needs to act for one company. */
import type { Secret } from './secret.ts';

export type Credentials = {
  /** The company. Each owner has its own circuit breakers. */
  owner: string;
  merchantId: string | null;
  processorKey: Secret;
  webhookSecret: Secret | null;
  /** Settings that are not secret, such as the public part of an API key or a terminal. */
  extra: Readonly<Record<string, string>>;
};

const LIVE_KEY = /_prod_|_live_/;

/** Stripe and PayEngine mark live keys. Fiserv has a setting for its environment. */
export function isLive({
  processorKey,
  extra,
}: Pick<Credentials, 'processorKey' | 'extra'>): boolean {
  return LIVE_KEY.test(processorKey.reveal()) || extra['environment'] === 'PROD';
}
