/**
 * A page's read. The value is shown only while it answers the page's own request; a refresh renders nothing unless the
 * answer is new.
 */
import type { ApiError } from '@quittance/contract/errors';
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import { useCallback, useId } from 'react';
import type { ReadState } from '../../shared/api/reads.ts';
import { useReadView } from '../../shared/api/use-read.ts';
import { useAppStore } from './hooks.ts';
import type { Read, ReadRequest } from './read.ts';

/** Nothing is shown of a read's progress while its answer is shown. */
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

/** The request is null while it is not known yet what to ask for. */
type Request<Name extends RouteName> = { request: ReadRequest<Name> | null };

type ReadView<Name extends RouteName> = ReturnType<typeof useAnyRead<Name>>;

export function useRead<Name extends RouteName>(
  use: { read: Read<Name> } & Request<NoInfer<Name>>,
): ReadView<Name>;
/** Without a place, the read belongs to the component and ends with it. */
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
    // because the answers of this place are to these routes
    value: view.value as AnswerOf<Name> | null,
    // The last answer, also to another request: shown while another page of a list loads; its type because of the same.
    previous: view.previous as AnswerOf<Name> | null,
    again,
    replace,
  };
}
