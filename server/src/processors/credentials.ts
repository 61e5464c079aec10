/** What an adapter needs to act for one company. */
import type { Secret } from './secret.ts';

export type Credentials = {
  /** The company; circuit breakers are per owner. */
  owner: string;
  merchantId: string | null;
  processorKey: Secret;
  webhookSecret: Secret | null;
  /** Settings that are not secret: the public part of an API key, a terminal. */
  extra: Readonly<Record<string, string>>;
};

const LIVE_KEY = /_prod_|_live_/;

/** Stripe and PayEngine mark live keys; Fiserv names its environment in a setting. */
export function isLive({
  processorKey,
  extra,
}: Pick<Credentials, 'processorKey' | 'extra'>): boolean {
  return LIVE_KEY.test(processorKey.reveal()) || extra['environment'] === 'PROD';
}
