/**
 * What thunks and listeners get from outside: the API, who is calling, and where attempt ids are
 * kept. Tests hand in a fake network here; nothing else in the store touches the browser.
 */
import type { ApiClient } from '../../api/client.ts';
import type { PrincipalHolder } from '../../api/principal.ts';
import type { AttemptStore } from '../payment/attempts.ts';

export type StoreParts = {
  api: ApiClient;
  principal: PrincipalHolder;
  attempts: AttemptStore;
  /** The calls under way, so that a second identical one is not sent. */
  inFlight: Set<string>;
  /** Questions asked before their page was drawn, which then does not ask them. */
  prefetched: Set<string>;
};
