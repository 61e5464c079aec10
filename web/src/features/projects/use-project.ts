/**
 * The project that the address names and the part of it that is looked at: asks for both, and again when
 * there may be news. What is on the screen stays there until the answer is.
 */
import type { ProjectId } from '@quittance/contract/ids';
import { useCallback, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import {
  loadProject,
  loadProjectEstimates,
  loadProjectInvoices,
  loadProjectOrders,
  loadProjectPayments,
  projectClosed,
} from '../../state/projects.ts';
import { useRefresh } from '../../state/use-refresh.ts';
import type { ProjectTab } from './project-tabs.ts';

const PAGE_ROWS = 25;

type Place = { projectId: string; tab: ProjectTab; cursor: string | null };

export function useProject({ projectId, tab, cursor }: Place) {
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ projects }) => projects);
  const load = useCallback(() => {
    // because an address that names no project is answered like one that names somebody else's
    const params = { id: projectId as ProjectId };
    const query = { limit: PAGE_ROWS, ...(cursor ? { cursor } : {}) };
    void dispatch(loadProject({ params, isForced: true }));
    if (tab === 'invoices') void dispatch(loadProjectInvoices({ params, query, isForced: true }));
    if (tab === 'orders') void dispatch(loadProjectOrders({ params, isForced: true }));
    if (tab === 'estimates') void dispatch(loadProjectEstimates({ params, isForced: true }));
    if (tab === 'payments') void dispatch(loadProjectPayments({ params, query, isForced: true }));
  }, [dispatch, projectId, tab, cursor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another project, whatever its part
  useEffect(() => () => void dispatch(projectClosed()), [dispatch, projectId]);
  useEffect(load, [load]);
  useRefresh(load);
  return { ...state, retry: load };
}
