/** The project given in the address and its selected tab. Tabs that were opened before are shown at once. */
import type { ProjectId } from '@quittance/contract/ids';
import {
  projectEstimatesRead,
  projectInvoicesRead,
  projectOrdersRead,
  projectPaymentsRead,
  projectRead,
} from '../store/account-reads.ts';
import { useRead } from '../store/use-read.ts';
import type { ProjectTab } from './project-tabs.ts';

const PAGE_ROWS = 25;

type ProjectQuery = { projectId: string; tab: ProjectTab; cursor: string | null };

export type ShownParts = ReturnType<typeof useParts>['shown'];

export function useProject({ projectId, tab, cursor }: ProjectQuery) {
  // The cast is safe because the server responds with 404 to an id that is not a project id of this customer.
  const id = projectId as ProjectId;
  const project = useRead({ read: projectRead, request: { route: 'project', params: { id } } });
  const { part, shown } = useParts({ id, tab, cursor });
  return {
    project: project.value?.project ?? null,
    shown,
    failure: project.failure ?? part.failure,
    isRetrying: project.isLoading || part.isLoading,
    retry: (): void => {
      project.again();
      part.again();
    },
  };
}

type PartQuery = { id: ProjectId; tab: ProjectTab; cursor: string | null };

function useParts({ id, tab, cursor }: PartQuery) {
  const params = { id };
  const query = { limit: PAGE_ROWS, ...(cursor ? { cursor } : {}) };
  const parts = {
    invoices: useRead({
      read: projectInvoicesRead,
      request: tab === 'invoices' ? { route: 'projectInvoices', params, query } : null,
    }),
    orders: useRead({
      read: projectOrdersRead,
      request: tab === 'orders' ? { route: 'projectOrders', params } : null,
    }),
    estimates: useRead({
      read: projectEstimatesRead,
      request: tab === 'estimates' ? { route: 'projectEstimates', params } : null,
    }),
    payments: useRead({
      read: projectPaymentsRead,
      request: tab === 'payments' ? { route: 'projectTransactions', params, query } : null,
    }),
  } as const satisfies Record<ProjectTab, unknown>;
  const { invoices, orders, estimates, payments } = parts;
  const shown = {
    invoices: invoices.value?.accounts ?? null,
    orders: orders.value?.orders ?? null,
    estimates: estimates.value?.estimates ?? null,
    payments: payments.value?.transactions ?? null,
    invoicesCursor: invoices.previous?.nextCursor ?? null,
    paymentsCursor: payments.previous?.nextCursor ?? null,
  };
  return { part: parts[tab], shown };
}
