/**
 * The dependencies of thunks and listeners: the API, the principal, the idempotency keys and the reads. Tests inject a
 * fake network; nothing else in the store touches the browser.
 */
import type { ApiError } from '@quittance/contract/errors';
import type { RouteName } from '@quittance/contract/portal-routes';
import type { Middleware, Reducer } from 'redux';
import type { ApiClient } from '../../shared/api/client.ts';
import type { PrincipalHolder } from '../../shared/api/principal.ts';
import type { Reads } from '../../shared/api/reads.ts';
import type { AttemptStore } from './attempts.ts';

/** A different revision makes a different request, for data that changes together with something else. */
export type AnyRequest = { route: RouteName; revision?: string | number | undefined };

export type StoreParts = {
  api: ApiClient;
  principal: PrincipalHolder;
  attempts: AttemptStore;
  inFlight: Set<string>;
  /** The version of what the document shows. Null if it has no data: then nothing is known to be current. */
  documentVersion: string | null;
  reads: Reads<AnyRequest, ApiError>;
  /** Returns false if the store was complete already. */
  complete: (reducer: Reducer, listeners: Middleware) => boolean;
};
