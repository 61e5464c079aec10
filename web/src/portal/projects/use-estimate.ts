/** The estimate in the address, and its acceptance (R25). */
import type { EstimateId } from '@quittance/contract/ids';
import { useState } from 'react';
import { useAppDispatch } from '../store/hooks.ts';
import { acceptEstimate } from '../store/projects.ts';
import { estimateRead } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';

export function useEstimate(estimateId: string) {
  const dispatch = useAppDispatch();
  const [isAccepting, setIsAccepting] = useState(false);
  // because the server answers 404 for an id that is not a estimate id of this customer
  const params = { id: estimateId as EstimateId };
  const { value, failure, isLoading, again } = useRead({
    read: estimateRead,
    request: { route: 'estimate', params },
  });
  const accept = async (): Promise<void> => {
    setIsAccepting(true);
    await dispatch(acceptEstimate({ params }));
    setIsAccepting(false);
    again();
  };
  return {
    estimate: value?.estimate ?? null,
    failure,
    isRetrying: isLoading,
    isAccepting,
    accept: () => void accept(),
    retry: again,
  };
}
