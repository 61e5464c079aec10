/**
 * A page's read. The value is shown only while it belongs to the page's current request. A refresh renders again
 * only if the response is different.
 */
import type { ApiError } from '@quittance/contract/errors';
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import { useCallback, useId } from 'react';
import type { ReadState } from '../../shared/api/reads.ts';
import { useReadView } from '../../shared/api/use-read.ts';
import { useAppStore } from './hooks.ts';
import type { Read, ReadRequest } from './read.ts';

/** Progress is hidden while a response is shown. */
function toView(read: ReadState<unknown, ApiError> | undefined, key: string | null) {
  const isHeld = key !== null && read?.heldKey === key;
  const isAsked = key !== null && read?.key === key && !isHeld;
  return {
    value: isHeld ? read.answer : null,
    previous: read?.answer ?? null,
    failure: isAsked ? read.failure : null,
    isLoading: isAsked && read.isLoading,
  };
}

/** Null while it is not yet known what to load. */
type Request<Name extends RouteName> = { request: ReadRequest<Name> | null };

type ReadView<Name extends RouteName> = ReturnType<typeof useAnyRead<Name>>;

export function useRead<Name extends RouteName>(
  use: { read: Read<Name> } & Request<NoInfer<Name>>,
): ReadView<Name>;
/** Without a place in the store, the read belongs to the component and ends with it. */
export function useRead<Name extends RouteName>(use: Request<Name>): ReadView<Name>;
export function useRead<Name extends RouteName>(use: { read?: Read<Name> } & Request<Name>) {
  return useAnyRead<Name>(use);
}

function useAnyRead<Name extends RouteName>({
  read,
  request,
}: { read?: Read<Name> } & Request<Name>) {
  const { reads } = useAppStore().parts;
  const id = useId();
  const name = read?.name ?? id;
  const view = useReadView({
    reads,
    place: (request && read?.placeFor(request)) ?? { name },
    isLocal: read === undefined,
    request,
    view: toView,
  });
  const again = useCallback(() => void reads.again(name), [reads, name]);
  const replace = useCallback(
    (answer: AnswerOf<Name>) => reads.replace(name, answer),
    [reads, name],
  );
  return {
    ...view,
    // because this place holds only responses of these routes
    value: view.value as AnswerOf<Name> | null,
    // The last response, even if to another request. It is shown while another page of a list loads. The cast is
    // safe because this place holds only responses of these routes.
    previous: view.previous as AnswerOf<Name> | null,
    again,
    replace,
  };
}
