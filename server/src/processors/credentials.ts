/** Credentials that an adapter needs to act for one company. */
import type { Secret } from './secret.ts';

export type Credentials = {
  /** The company. Each owner has its own circuit breakers. */
  owner: string;
  merchantId: string | null;
  /** Sent to browsers, and compared with the secret key when the settings are saved. */
  publicKey?: string | null;
  processorKey: Secret;
  webhookSecret: Secret | null;
  /** Settings that are not secret, such as the public part of an API key or a terminal. */
  extra: Readonly<Record<string, string>>;
};
