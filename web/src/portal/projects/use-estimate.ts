/** The estimate in the address, and its acceptance (R25). */
import type { EstimateId } from '@quittance/contract/ids';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { acceptEstimate, estimateRead } from '../store/projects.ts';
import { useRead } from '../store/use-read.ts';

export function useEstimate(estimateId: string) {
  const dispatch = useAppDispatch();
  // because the server answers 404 for an id that is not a estimate id of this customer
  const params = { id: estimateId as EstimateId };
  const { value, failure, isLoading, again } = useRead({
    read: estimateRead,
    request: { route: 'estimate', params },
    select: ({ projects }) => projects.estimate,
  });
  const isAccepting = useAppSelector(({ projects }) =>
    projects.loadingEstimates.includes(params.id),
  );
  const accept = async (): Promise<void> => {
    await dispatch(acceptEstimate({ params }));
    again();
  };
  return {
    estimate: value,
    failure,
    isRetrying: isLoading,
    isAccepting,
    accept: () => void accept(),
    retry: again,
  };
}
