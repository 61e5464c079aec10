/** Projects, and the open one with its invoices, orders, estimates and payments (product §3.16). */
import type { EstimateId } from '@quittance/contract/ids';
import type { Invoice, Transaction } from '@quittance/contract/schemas/invoices';
import type { Estimate, Order, Project } from '@quittance/contract/schemas/projects';
import { createSlice, isAnyOf, isPending, isRejected } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { payableRefreshed } from '../payment/payable-refreshed.ts';
import { createApiThunk } from '../store/app-thunk.ts';

export type ProjectsState = {
  projects: Project[];
  /** False until the first answer: an empty list is not the same as no answer. */
  areProjectsKnown: boolean;
  project: Project | null;
  /** Of the open project; null until loaded. */
  projectInvoices: Invoice[] | null;
  projectOrders: Order[] | null;
  projectEstimates: Estimate[] | null;
  projectPayments: Transaction[] | null;
  /** The cursor of the next page of its invoices or payments. */
  nextCursor: string | null;
  /** The part of the project that was loaded last, with its cursor. */
  partKey: string | null;
  estimate: Estimate | null;
  loadingEstimates: EstimateId[];
  acceptingEstimate: EstimateId | null;
  /** Why the page has nothing to show. */
  failure: ApiFailure | null;
};

const NO_PROJECT = {
  project: null,
  projectInvoices: null,
  projectOrders: null,
  projectEstimates: null,
  projectPayments: null,
  nextCursor: null,
  partKey: null,
} satisfies Partial<ProjectsState>;

const initialState: ProjectsState = {
  projects: [],
  areProjectsKnown: false,
  ...NO_PROJECT,
  estimate: null,
  loadingEstimates: [],
  acceptingEstimate: null,
  failure: null,
};

const ON_SCREEN = { failureNotice: 'screen' } as const;

export const loadProjects = createApiThunk('projects/load', 'projects', ON_SCREEN);
export const loadProject = createApiThunk('projects/loadOne', 'project', ON_SCREEN);
export const loadProjectInvoices = createApiThunk(
  'projects/loadInvoices',
  'projectInvoices',
  ON_SCREEN,
);
export const loadProjectOrders = createApiThunk('projects/loadOrders', 'projectOrders', ON_SCREEN);
export const loadProjectEstimates = createApiThunk(
  'projects/loadEstimates',
  'projectEstimates',
  ON_SCREEN,
);
export const loadProjectPayments = createApiThunk(
  'projects/loadPayments',
  'projectTransactions',
  ON_SCREEN,
);
export const loadEstimate = createApiThunk('projects/loadEstimate', 'estimate', ON_SCREEN);
export const acceptEstimate = createApiThunk('projects/acceptEstimate', 'acceptEstimate');

type PartRequest = { params: { id: string }; query?: { cursor?: string | undefined } };

export function partKeyOf(part: string, { params, query }: PartRequest): string {
  return JSON.stringify([part, params.id, query?.cursor ?? null]);
}

const READS = [
  loadProjects,
  loadProject,
  loadProjectInvoices,
  loadProjectOrders,
  loadProjectEstimates,
  loadProjectPayments,
  loadEstimate,
] as const;

const slice = createSlice({
  name: 'projects',
  initialState,
  reducers: {
    /** Before another project opens: its page must not show the previous one. */
    projectClosed: (state) => ({ ...state, ...NO_PROJECT, failure: null }),
    estimateClosed: (state) => ({ ...state, estimate: null, failure: null }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(payableRefreshed, ({ estimate }, { payload }) => {
        if (estimate?.requestId === payload.requestId) estimate.payable = payload.payable;
      })
      .addCase(loadProjects.fulfilled, (state, { payload }) => {
        state.projects = payload.projects;
        state.areProjectsKnown = true;
      })
      .addCase(loadProject.fulfilled, (state, { payload }) => {
        state.project = payload.project;
      })
      .addCase(loadProjectInvoices.fulfilled, (state, { payload, meta }) => {
        state.projectInvoices = payload.accounts;
        state.partKey = partKeyOf('invoices', meta.arg);
        state.nextCursor = payload.nextCursor;
      })
      .addCase(loadProjectOrders.fulfilled, (state, { payload, meta }) => {
        state.projectOrders = payload.orders;
        state.partKey = partKeyOf('orders', meta.arg);
      })
      .addCase(loadProjectEstimates.fulfilled, (state, { payload, meta }) => {
        state.projectEstimates = payload.estimates;
        state.partKey = partKeyOf('estimates', meta.arg);
      })
      .addCase(loadProjectPayments.fulfilled, (state, { payload, meta }) => {
        state.projectPayments = payload.transactions;
        state.partKey = partKeyOf('payments', meta.arg);
        state.nextCursor = payload.nextCursor;
      })
      .addCase(loadEstimate.pending, (state, { meta }) => {
        state.loadingEstimates.push(meta.arg.params.id);
      })
      .addCase(loadEstimate.fulfilled, (state, { payload }) => {
        state.estimate = payload.estimate;
      })
      .addCase(acceptEstimate.pending, (state, { meta }) => {
        state.acceptingEstimate = meta.arg.params.id;
      })
      .addMatcher(isPending(...READS), (state) => {
        state.failure = null;
      })
      .addMatcher(isRejected(...READS), (state, { payload }) => {
        if (payload?.kind !== 'aborted') state.failure = payload ?? null;
      })
      .addMatcher(isAnyOf(loadEstimate.fulfilled, loadEstimate.rejected), (state, { meta }) => {
        const { id: done } = meta.arg.params;
        state.loadingEstimates = state.loadingEstimates.filter((id) => id !== done);
      })
      .addMatcher(isAnyOf(acceptEstimate.fulfilled, acceptEstimate.rejected), (state) => {
        state.acceptingEstimate = null;
      });
  },
});

export const { projectClosed, estimateClosed } = slice.actions;
export const projectsReducer = slice.reducer;
