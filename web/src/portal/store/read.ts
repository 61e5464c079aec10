/**
 * Declares the reads of the portal (shared/api/reads.ts). Each has a place in the store and the routes that it may
 * call.
 */
import type { ApiError } from '@quittance/contract/errors';
import { ENDPOINTS } from '@quittance/contract/http/endpoints';
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { CallInput } from '../../shared/api/client.ts';
import { isReadAction, type ReadState, type ReadsState } from '../../shared/api/reads.ts';
import type { AnyRequest, StoreParts } from './store-parts.ts';

export type ReadRequest<Name extends RouteName> = {
  [Route in Name]: { route: Route } & Pick<AnyRequest, 'revision'> & CallInput<Route>;
}[Name];

type ReadThunk<Result> = (dispatch: unknown, getState: unknown, parts: StoreParts) => Result;

type ReadOptions<Name extends RouteName> = {
  /** The failure is also shown in a toast (product §8.6), except on a public link. */
  isToast?: boolean;
  isKept?: boolean;
  merge?: (answer: AnswerOf<Name>, held: AnswerOf<Name>) => AnswerOf<Name>;
};

export type Read<Name extends RouteName> = ReturnType<typeof createRead<Name>>;

export type WithReads = { reads: ReadsState<ApiError> };

type Payload<Name extends RouteName> = { payload: { key: string; answer: AnswerOf<Name> } };

const isLinkRoute = ({ route }: AnyRequest): boolean => ENDPOINTS[route].who === 'link';

/** A link has one page, and the secret in its path must not enter the store. */
export function readKey(request: AnyRequest): string {
  if (!isLinkRoute(request)) return JSON.stringify(request);
  return [request.route, request.revision].join(' ').trim();
}

const NOT_READ = { heldKey: null, count: 0, isLoading: false, failure: null };

/** The name of a read is its place in the store, 'group/field'. */
export function createRead<Name extends RouteName>(name: string, options: ReadOptions<Name> = {}) {
  type Answer = AnswerOf<Name>;
  const { isToast = false, isKept = false, merge } = options;
  const place = {
    name,
    isToast,
    isKept,
    ...(merge && {
      // because this place holds only responses of these routes
      merge: (answer: unknown, held: unknown) => merge(answer as Answer, held as Answer),
    }),
  };
  const placeFor = (request: AnyRequest & { route: Name }) => ({
    ...place,
    isToast: isToast && !isLinkRoute(request),
  });
  // because this place holds only responses of these routes
  const stateIn = ({ reads }: WithReads) => reads[name] as ReadState<Answer, ApiError> | undefined;
  return {
    name,
    placeFor,
    stateIn,
    answerIn: (state: WithReads): Answer | null => stateIn(state)?.answer ?? null,

    /** Replaces the held response after a change, because the response to the change is newer. */
    change(
      reads: WithReads['reads'],
      change: (held: Answer | null) => Answer | null | false,
    ): WithReads['reads'] {
      const before = stateIn({ reads });
      const answer = change(before?.answer ?? null);
      if (!answer) return reads;
      return { ...reads, [name]: { ...NOT_READ, key: '', ...before, answer } };
    },

    load:
      (request: ReadRequest<Name>): ReadThunk<Promise<boolean>> =>
      (_dispatch, _getState, { reads }) =>
        reads.load(placeFor(request), request),

    again:
      (): ReadThunk<Promise<boolean>> =>
      (_dispatch, _getState, { reads }) =>
        reads.again(name),

    retry:
      (): ReadThunk<Promise<boolean>> =>
      (_dispatch, _getState, { reads }) =>
        reads.retry(name),

    isAnswered: (action: UnknownAction): action is UnknownAction & Payload<Name> =>
      isReadAction(action) && action.type === 'read/answered' && action.payload.name === name,
    isAsked: (action: UnknownAction): action is UnknownAction & { payload: { key: string } } =>
      isReadAction(action) && action.type === 'read/asked' && action.payload.name === name,
  };
}
