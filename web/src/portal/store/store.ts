/**
 * Creates the store with the groups of the first view and the dependencies of thunks. `full-store.ts` completes it. The
 * first view loads no Redux Toolkit, which would be an eighth of its scripts.
 */
import {
  applyMiddleware,
  combineReducers,
  legacy_createStore as createStore,
  type Middleware,
  type Reducer,
  type UnknownAction,
} from 'redux';
import { withExtraArgument } from 'redux-thunk';
import { type CallInput, createApiClient } from '../../shared/api/client.ts';
import { createPrincipalHolder } from '../../shared/api/principal.ts';
import { createReads, isReadAction, readsReducer } from '../../shared/api/reads.ts';
import { createAttemptStore } from './attempts.ts';
import { popupReducer } from './popup.ts';
import { readKey, type WithReads } from './read.ts';
import type { AppDispatch, RootState } from './root.ts';
import { sessionEnded } from './session-events.ts';
import type { StoreParts } from './store-parts.ts';
import { toastsReducer } from './toasts.ts';

type Environment = {
  fetch: typeof globalThis.fetch;
  storage: () => Storage;
  randomness: Crypto;
  documentVersion?: string | null;
};

const openingReducer = combineReducers({
  popup: popupReducer,
  reads: (state: WithReads['reads'] = {}, action: { type: string }) =>
    isReadAction(action) ? readsReducer(state, action) : state,
  toasts: toastsReducer,
});

/** Middleware that passes everything on until another one takes its place. */
function createPlaceholder() {
  let replace = (_middleware: Middleware): void => {};
  const middleware: Middleware = (api) => (next) => {
    let run = next;
    replace = (other) => {
      run = other(api)(next);
    };
    return (action) => run(action);
  };
  return { middleware, replace: (other: Middleware) => replace(other) };
}

export function createAppStore({
  fetch,
  storage,
  randomness,
  documentVersion = null,
}: Environment) {
  const principal = createPrincipalHolder();
  const listeners = createPlaceholder();
  let isComplete = false;
  const parts: StoreParts = {
    api: createApiClient({
      fetch,
      principal,
      onSessionEnded: () => store.dispatch(sessionEnded()),
    }),
    principal,
    attempts: createAttemptStore({ storage, randomness }),
    inFlight: new Set(),
    documentVersion,
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
    complete: (reducer, middleware) => {
      if (isComplete) return false;
      isComplete = true;
      listeners.replace(middleware);
      store.replaceReducer(reducer);
      return true;
    },
  };
  const store = createStore<RootState, UnknownAction, { dispatch: AppDispatch }>(
    // because what reads the other groups waits for the complete store
    openingReducer as unknown as Reducer<RootState>,
    applyMiddleware(listeners.middleware, withExtraArgument(parts)),
  );
  return Object.assign(store, { parts });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type { AppDispatch, OpeningState, RootState } from './root.ts';
