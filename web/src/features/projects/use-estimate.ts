/** Loads the estimate in the address, reloads it on a refresh signal, and accepts it (R25). */
import type { EstimateId } from '@quittance/contract/ids';
import { useCallback, useEffect } from 'react';
import { acceptEstimate, estimateClosed, loadEstimate } from '../../state/account/projects.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { useRefresh } from '../../state/store/use-refresh.ts';

export function useEstimate(estimateId: string) {
  const dispatch = useAppDispatch();
  const { estimate, failure, acceptingEstimate } = useAppSelector(({ projects }) => projects);
  // because the server answers 404 for an id that is not a estimate id of this customer
  const id = estimateId as EstimateId;
  const load = useCallback(
    () => void dispatch(loadEstimate({ params: { id }, isForced: true })),
    [dispatch, id],
  );
  useEffect(() => {
    load();
    return () => void dispatch(estimateClosed());
  }, [load, dispatch]);
  useRefresh(load);
  const accept = async (): Promise<void> => {
    await dispatch(acceptEstimate({ params: { id } }));
    load();
  };
  return {
    estimate: estimate?.id === id ? estimate : null,
    failure,
    isAccepting: acceptingEstimate === id,
    accept: () => void accept(),
    retry: load,
  };
}
