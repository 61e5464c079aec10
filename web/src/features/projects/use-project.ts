/**
 * Loads the project in the address and its selected tab, and reloads them on a refresh signal. Content stays
 * visible until the response arrives, also if a reload fails.
 */
import type { ProjectId } from '@quittance/contract/ids';
import { useCallback, useEffect } from 'react';
import {
  loadProject,
  loadProjectEstimates,
  loadProjectInvoices,
  loadProjectOrders,
  loadProjectPayments,
  partKeyOf,
  projectClosed,
} from '../../state/account/projects.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { useLoad } from '../../state/store/use-load.ts';
import type { ProjectTab } from './project-tabs.ts';

const PAGE_ROWS = 25;

type ProjectQuery = { projectId: string; tab: ProjectTab; cursor: string | null };

export function useProject({ projectId, tab, cursor }: ProjectQuery) {
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ projects }) => projects);
  const load = useCallback(() => {
    // because the server answers 404 for an id that is not a project id of this customer
    const params = { id: projectId as ProjectId };
    const query = { limit: PAGE_ROWS, ...(cursor ? { cursor } : {}) };
    const parts = {
      invoices: () => dispatch(loadProjectInvoices({ params, query, isForced: true })),
      orders: () => dispatch(loadProjectOrders({ params, isForced: true })),
      estimates: () => dispatch(loadProjectEstimates({ params, isForced: true })),
      payments: () => dispatch(loadProjectPayments({ params, query, isForced: true })),
    } satisfies Record<ProjectTab, () => unknown>;
    return [dispatch(loadProject({ params, isForced: true })), parts[tab]()];
  }, [dispatch, projectId, tab, cursor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another project, whatever its part
  useEffect(() => () => void dispatch(projectClosed()), [dispatch, projectId]);
  const retry = useLoad(load);
  const query = { params: { id: projectId }, query: { cursor: cursor ?? undefined } };
  const isCurrent = state.project !== null && state.partKey === partKeyOf(tab, query);
  return { ...state, failure: isCurrent ? null : state.failure, retry };
}
