/**
 * The reads of a document, which load everything its pages show. Each read has a named place and a key that
 * identifies the request. A new key or a repeated read aborts the running call, and an aborted call changes
 * nothing, so a late response is never shown. An equal response keeps its objects, so that nothing renders again.
 * The state is in the document's store, if it has one; running calls are tracked here.
 */
import { type Failure, isStatus, type Result } from './http.ts';

export type ReadState<Answer = unknown, Problem = unknown> = {
  key: string;
  heldKey: string | null;
  answer: Answer | null;
  /** Number of responses so far, including equal ones. */
  count: number;
  isLoading: boolean;
  failure: Failure<Problem> | null;
};

export type ReadsState<Problem = unknown> = Readonly<Record<string, ReadState<unknown, Problem>>>;

type ReadId = { name: string; key: string };

export type ReadAction<Problem = unknown> =
  | { type: 'read/asked'; payload: ReadId }
  | { type: 'read/answered'; payload: ReadId & { answer: unknown } }
  /** `isToast`: the failure is also shown in a toast (product §8.6). */
  | { type: 'read/failed'; payload: ReadId & { failure: Failure<Problem>; isToast: boolean } }
  | { type: 'read/left'; payload: { name: string } }
  /** The response to a change is newer than the data that was read. */
  | { type: 'read/replaced'; payload: { name: string; answer: unknown } }
  | { type: 'read/dropped'; payload: { name: string } };

export function isReadAction(action: { type: string }): action is ReadAction<never> {
  return action.type.startsWith('read/');
}

const NOTHING = { heldKey: null, answer: null, count: 0, isLoading: false, failure: null };

export function readsReducer<Problem>(
  state: ReadsState<Problem>,
  { type, payload }: ReadAction<Problem>,
): ReadsState<Problem> {
  const { name } = payload;
  const read = state[name];
  switch (type) {
    case 'read/asked': {
      const { key } = payload;
      // The failure stays until the next response, so that a retry does not remove its own button.
      const failure = read?.key === key ? read.failure : null;
      return { ...state, [name]: { ...NOTHING, ...read, key, isLoading: true, failure } };
    }
    case 'read/answered': {
      const { key } = payload;
      const answer = shared(read?.answer, payload.answer);
      const count = (read?.count ?? 0) + 1;
      return { ...state, [name]: { ...NOTHING, key, heldKey: key, answer, count } };
    }
    case 'read/failed':
      if (!read) return state;
      return { ...state, [name]: { ...read, isLoading: false, failure: payload.failure } };
    case 'read/left':
      return read ? { ...state, [name]: { ...read, isLoading: false } } : state;
    case 'read/replaced':
      if (!read) return state;
      return { ...state, [name]: { ...read, answer: payload.answer, failure: null } };
    case 'read/dropped': {
      const { [name]: _dropped, ...others } = state;
      return others;
    }
  }
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the response with the equal fields of the previous one reused, or the previous one itself if nothing
 * changed.
 */
function shared(before: unknown, answer: unknown): unknown {
  if (isEqual(before, answer)) return before;
  if (!isFields(before) || !isFields(answer)) return answer;
  const fields = Object.entries(answer).map(([field, value]) => {
    return [field, isEqual(before[field], value) ? before[field] : value];
  });
  return Object.fromEntries(fields);
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type ReadsStore<Problem> = {
  getState: () => ReadsState<Problem>;
  dispatch: (action: ReadAction<Problem>) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createReadsStore<Problem>(): ReadsStore<Problem> {
  const listeners = new Set<() => void>();
  let state: ReadsState<Problem> = {};
  return {
    getState: () => state,
    dispatch: (action) => {
      state = readsReducer(state, action);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type ReadPlace = {
  name: string;
  isToast?: boolean;
  /** The read belongs to the whole visit, so leaving a page does not abort it. */
  isKept?: boolean;
  /** Merges a response with the value that is held, which may be newer or contain more. The response replaces it by default. */
  merge?: (answer: unknown, held: unknown) => unknown;
};

type Entry = {
  key: string;
  running: Promise<boolean> | null;
  abort: () => void;
  /** Repeats the read. A running call is aborted, because its response may be outdated. */
  again: () => Promise<boolean>;
  /** The page shows this read, so a refresh repeats it. */
  isOpen: boolean;
  /** A page already shows this read. A read sent before its page rendered is not sent again by the page. */
  isClaimed: boolean;
};

type ReadsParts<Request, Problem> = {
  call: (request: Request, signal: AbortSignal) => Promise<Result<unknown, Problem>>;
  keyFor: (request: Request) => string;
  store: ReadsStore<Problem>;
};

type Core<Request, Problem> = ReadsParts<Request, Problem> & { entries: Map<string, Entry> };

function ask<Request, Problem>(
  core: Core<Request, Problem>,
  place: ReadPlace,
  request: Request,
): Promise<boolean> {
  const { call, keyFor, entries } = core;
  const { dispatch, getState } = core.store;
  const { name, isToast = false, isKept = false, merge } = place;
  const key = keyFor(request);
  const before = entries.get(name);
  before?.abort();
  const controller = new AbortController();
  const isSame = before?.key === key;
  const entry: Entry = {
    key,
    running: null,
    abort: () => controller.abort(),
    again: () => ask(core, place, request),
    isOpen: !isKept || (isSame && before.isOpen),
    isClaimed: isSame && before.isClaimed,
  };
  const run = async (): Promise<boolean> => {
    const result = await call(request, controller.signal);
    // The same request was repeated, so the newer response counts for both.
    const current = entries.get(name);
    if (controller.signal.aborted) return current?.key === key ? (current.running ?? false) : false;
    entry.running = null;
    if (result.isOk) {
      const held = getState()[name]?.answer ?? null;
      const answer = held !== null && merge ? merge(result.answer, held) : result.answer;
      dispatch({ type: 'read/answered', payload: { name, key, answer } });
    } else {
      const { failure } = result;
      dispatch({ type: 'read/failed', payload: { name, key, failure, isToast } });
      // A refresh does not repeat a read of something that does not exist.
      if (isStatus(failure, 404)) entry.isOpen = false;
    }
    return result.isOk;
  };
  entries.set(name, entry);
  dispatch({ type: 'read/asked', payload: { name, key } });
  entry.running = run();
  return entry.running;
}

/** Resolves to whether the response arrived. An identical running call is shared. */
function load<Request, Problem>(
  core: Core<Request, Problem>,
  place: ReadPlace,
  request: Request,
): Promise<boolean> {
  const entry = core.entries.get(place.name);
  return (entry?.key === core.keyFor(request) && entry.running) || ask(core, place, request);
}

export type Reads<Request, Problem> = ReturnType<typeof createReads<Request, Problem>>;

export function createReads<Request, Problem>(parts: ReadsParts<Request, Problem>) {
  const entries = new Map<string, Entry>();
  const core = { ...parts, entries };
  const { keyFor, store } = parts;
  const { dispatch, getState, subscribe } = store;
  return {
    getState,
    subscribe,
    keyFor,
    load: (place: ReadPlace, request: Request) => load(core, place, request),

    /** For a page that shows the read. Loads it, unless it was already loaded for this page before rendering. */
    open(place: ReadPlace, request: Request): void {
      const known = entries.get(place.name);
      const isPrepared = known?.key === keyFor(request) && !known.isClaimed;
      if (!isPrepared) void load(core, place, request);
      const entry = entries.get(place.name);
      if (entry) Object.assign(entry, { isOpen: true, isClaimed: true });
    },

    /** The page was left: its read is no longer refreshed, and a running call is aborted. */
    leave({ name, isKept }: ReadPlace): void {
      const entry = entries.get(name);
      if (!entry) return;
      entry.isOpen = false;
      if (isKept || !entry.running) return;
      entry.abort();
      entry.running = null;
      dispatch({ type: 'read/left', payload: { name } });
    },

    /** The component that shows the read is gone, and no other component uses it. */
    drop(name: string): void {
      entries.get(name)?.abort();
      entries.delete(name);
      dispatch({ type: 'read/dropped', payload: { name } });
    },

    again: async (name: string): Promise<boolean> => entries.get(name)?.again() ?? false,

    /** Waits for a running call, or repeats the request if none is running. */
    async retry(name: string): Promise<boolean> {
      const entry = entries.get(name);
      return entry?.running ?? entry?.again() ?? false;
    },

    /** The data changed during the read, so the pending response may be older than the change. */
    overtake(name: string): void {
      const entry = entries.get(name);
      if (entry?.running) void entry.again();
    },

    replace: (name: string, answer: unknown): void =>
      dispatch({ type: 'read/replaced', payload: { name, answer } }),

    async refresh(): Promise<void> {
      const open = [...entries.values()].filter(({ isOpen }) => isOpen);
      await Promise.all(open.map(({ again }) => again()));
    },

    /** Called at the end of a session, so that no late response shows another customer's data. */
    abandon(): void {
      for (const { abort } of entries.values()) abort();
      entries.clear();
    },
  };
}
