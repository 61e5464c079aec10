/** What a browser gets of a processor before a card or account is typed. */
import type { Instant } from '@quittance/contract/dates';
import type { Secret } from './secret.ts';

/** What the browser needs for the processor's fields; the secret part stays on the server. */
export type FieldSession = {
  public: Readonly<Record<string, string | number>>;
  secretToken: Secret | null;
  expiresAt: Instant;
};

/** A page of the bank's 3-D Secure service, to which the browser posts the token from a hidden frame. */
export type DeviceCollection = { url: string; token: string; reference: string };
