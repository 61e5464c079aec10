/**
 * The dependencies of thunks and listeners: the API, the principal and the idempotency keys. Tests inject a
 * fake network; nothing else in the store touches the browser.
 */
import type { ApiClient } from '../../shared/api/client.ts';
import type { PrincipalHolder } from '../../shared/api/principal.ts';
import type { AttemptStore } from './attempts.ts';
import type { ReadRegistry } from './read-registry.ts';

export type StoreParts = {
  api: ApiClient;
  principal: PrincipalHolder;
  attempts: AttemptStore;
  /** The running calls, so that an identical one is not sent. */
  inFlight: Set<string>;
  reads: ReadRegistry;
};
