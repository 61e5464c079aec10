/** Creates the store from the groups, the dependencies of thunks, and the listeners. */
import { configureStore } from '@reduxjs/toolkit';
import { type CallInput, createApiClient } from '../../shared/api/client.ts';
import { createPrincipalHolder } from '../../shared/api/principal.ts';
import { createReads } from '../../shared/api/reads.ts';
import { createAttemptStore } from './attempts.ts';
import { sessionEnded } from './auth.ts';
import { createListeners } from './listeners.ts';
import { readKey } from './read.ts';
import { rootReducer } from './root.ts';
import type { StoreParts } from './store-parts.ts';

type Environment = {
  fetch: typeof globalThis.fetch;
  storage: () => Storage;
  randomness: Crypto;
};

export function createAppStore({ fetch, storage, randomness }: Environment) {
  const principal = createPrincipalHolder();
  const parts: StoreParts = {
    api: createApiClient({
      fetch,
      principal,
      onSessionEnded: () => store.dispatch(sessionEnded()),
    }),
    principal,
    attempts: createAttemptStore({ storage, randomness }),
    inFlight: new Set(),
    reads: createReads({
      call: ({ route, ...input }, signal) =>
        // because each request holds the input of its route
        parts.api.call(route, input as CallInput<typeof route>, signal),
      keyFor: readKey,
      store: {
        getState: () => store.getState().reads,
        dispatch: (action) => void store.dispatch(action),
        subscribe: (listener) => store.subscribe(listener),
      },
    }),
  };
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ thunk: { extraArgument: parts } }).prepend(createListeners(parts)),
  });
  return Object.assign(store, { parts });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type { AppDispatch, RootState } from './root.ts';
