/**
 * Builds the reads: everything the pages show is loaded by one of them. A read has one place, and a key for
 * what was asked. A new key, or asking again, aborts the running call, and an aborted call dispatches
 * nothing: no reducer ever sees a late answer. Groups hold answers by `hold`, which ignores equal ones.
 */
import { ENDPOINTS } from '@quittance/contract/http/endpoints';
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import type { Dispatch, PayloadAction, UnknownAction } from '@reduxjs/toolkit';
import type { CallInput } from '../../shared/api/client.ts';
import { isStatus } from '../../shared/api/http.ts';
import type { ReadEntry } from './read-registry.ts';
import { readAnswered, readAsked, readFailed, readLeft } from './reads.ts';
import type { StoreParts } from './store-parts.ts';

/** A call to one of the routes of a read. */
export type ReadRequest<Name extends RouteName> = {
  [Route in Name]: { route: Route } & CallInput<Route>;
}[Name];

type ReadThunk<Result> = (
  dispatch: Dispatch<UnknownAction>,
  getState: unknown,
  parts: StoreParts,
) => Result;

type Answered<Name extends RouteName> = PayloadAction<{
  key: string;
  answer: AnswerOf<Name>;
}>;

type ReadOptions = {
  /** A failure is also shown in a toast (product §8.6), but not on a public link. */
  isToast?: boolean;
  /** For the whole visit and not for one page: leaving a page does not abort it. */
  isKept?: boolean;
};

export type Read<Name extends RouteName> = ReturnType<typeof createRead<Name>>;

type AnyRequest = { route: RouteName };

const isLinkRoute = ({ route }: AnyRequest): boolean => ENDPOINTS[route].who === 'link';

/** A link has one page, and the secret in its path does not belong in the store. */
export function keyOf(request: AnyRequest): string {
  return isLinkRoute(request) ? request.route : JSON.stringify(request);
}

/** The name of a read is its place, 'group/field'. */
type Place = { name: string } & Required<ReadOptions>;

function ask<Name extends RouteName>(
  place: Place,
  request: ReadRequest<Name>,
): ReadThunk<Promise<boolean>> {
  return (dispatch, getState, parts) => {
    const { name, isToast, isKept } = place;
    const { api, reads } = parts;
    const key = keyOf(request);
    const isLink = isLinkRoute(request);
    const before = reads.get(name);
    before?.abort();
    const call = new AbortController();
    const isSame = before?.key === key;
    const entry: ReadEntry = {
      key,
      running: null,
      abort: () => call.abort(),
      again: () => ask(place, request)(dispatch, getState, parts),
      isOpen: !isKept || (isSame && before.isOpen),
      isClaimed: isSame && before.isClaimed,
    };
    const run = async (): Promise<boolean> => {
      const input = request as CallInput<Name>; // because a request is the input of its route
      const result = await api.call<Name>(request.route, input, call.signal);
      // Asked again for the same: the newer answer counts for both.
      const current = reads.get(name);
      if (call.signal.aborted) return current?.key === key ? (current.running ?? false) : false;
      entry.running = null;
      if (result.isOk) dispatch(readAnswered({ name, key, answer: result.answer }));
      else
        dispatch(readFailed({ name, key, failure: result.failure, isToast: isToast && !isLink }));
      // What does not exist is not read again by a refresh.
      if (!result.isOk && isStatus(result.failure, 404)) entry.isOpen = false;
      return result.isOk;
    };
    reads.set(name, entry);
    dispatch(readAsked({ name, key }));
    entry.running = run();
    return entry.running;
  };
}

/** An identical running call is shared. */
function load<Name extends RouteName>(
  place: Place,
  request: ReadRequest<Name>,
): ReadThunk<Promise<boolean>> {
  return (dispatch, getState, parts) => {
    const entry = parts.reads.get(place.name);
    const isSame = entry?.key === keyOf(request);
    return (isSame && entry.running) || ask(place, request)(dispatch, getState, parts);
  };
}

export function createRead<Name extends RouteName>(
  name: string,
  { isToast = false, isKept = false }: ReadOptions = {},
) {
  const place: Place = { name, isToast, isKept };
  return {
    name,

    /** Resolves to whether the answer arrived. */
    load: (request: ReadRequest<Name>) => load(place, request),

    /** For a page that shows it: loads, unless it was loaded for this page before it rendered. */
    open(request: ReadRequest<Name>): ReadThunk<void> {
      return (dispatch, getState, parts) => {
        const known = parts.reads.get(name);
        const isPrepared = known?.key === keyOf(request) && !known.isClaimed;
        if (!isPrepared) void load(place, request)(dispatch, getState, parts);
        const entry = parts.reads.get(name);
        if (entry) Object.assign(entry, { isOpen: true, isClaimed: true });
      };
    },

    /** The page is gone: its read is not refreshed any more, and a running call is aborted. */
    leave(): ReadThunk<void> {
      return (dispatch, _getState, { reads }) => {
        const entry = reads.get(name);
        if (!entry) return;
        entry.isOpen = false;
        if (isKept || !entry.running) return;
        entry.abort();
        entry.running = null;
        dispatch(readLeft({ name }));
      };
    },

    /** Asks for the same once more, for instance after a change. */
    again(): ReadThunk<Promise<boolean>> {
      return async (_dispatch, _getState, { reads }) => reads.get(name)?.again() ?? false;
    },

    /** Its data was changed while it was read: the answer on its way may be older than the change. */
    overtake(): ReadThunk<void> {
      return (_dispatch, _getState, { reads }) => {
        const entry = reads.get(name);
        if (entry?.running) void entry.again();
      };
    },

    /** Waits for a running call, and asks once more where none runs. */
    retry(): ReadThunk<Promise<boolean>> {
      return async (_dispatch, _getState, { reads }) => {
        const entry = reads.get(name);
        return entry?.running ?? entry?.again() ?? false;
      };
    },

    isAnswered: (action: UnknownAction): action is Answered<Name> =>
      readAnswered.match(action) && action.payload.name === name,
    isAsked: (action: UnknownAction): action is PayloadAction<{ key: string }> =>
      readAsked.match(action) && action.payload.name === name,
    isFailed: (action: UnknownAction): boolean =>
      readFailed.match(action) && action.payload.name === name,
  };
}

/** Sets the fields of a group that changed. Equal ones keep their objects, so that nothing renders. */
export function hold<State extends object>(state: State, answer: Partial<State>): void {
  const isNew = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(state, field));
  Object.assign(state, Object.fromEntries(Object.entries(answer).filter(isNew)));
}
