/** Projects and what belongs to the open one: invoices, orders, estimates and payments. */
import type { EstimateId } from '@quittance/contract/ids';
import type { Invoice, Transaction } from '@quittance/contract/invoices';
import type { Estimate, Order, Project } from '@quittance/contract/projects';
import { createSlice } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

export type ProjectsState = {
  projects: Project[];
  project: Project | null;
  projectInvoices: Invoice[];
  projectOrders: Order[];
  projectEstimates: Estimate[];
  projectPayments: Transaction[];
  estimate: Estimate | null;
  loadingEstimates: EstimateId[];
};

const initialState: ProjectsState = {
  projects: [],
  project: null,
  projectInvoices: [],
  projectOrders: [],
  projectEstimates: [],
  projectPayments: [],
  estimate: null,
  loadingEstimates: [],
};

export const loadProjects = createApiThunk('projects/load', 'projects');
export const loadProject = createApiThunk('projects/loadOne', 'project');
export const loadProjectInvoices = createApiThunk('projects/loadInvoices', 'projectInvoices');
export const loadProjectOrders = createApiThunk('projects/loadOrders', 'projectOrders');
export const loadProjectEstimates = createApiThunk('projects/loadEstimates', 'projectEstimates');
export const loadProjectPayments = createApiThunk('projects/loadPayments', 'projectTransactions');
export const loadEstimate = createApiThunk('projects/loadEstimate', 'estimate');

const slice = createSlice({
  name: 'projects',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadProjects.fulfilled, (state, { payload }) => {
        state.projects = payload.projects;
      })
      .addCase(loadProject.fulfilled, (state, { payload }) => {
        state.project = payload.project;
      })
      .addCase(loadProjectInvoices.fulfilled, (state, { payload }) => {
        state.projectInvoices = payload.accounts;
      })
      .addCase(loadProjectOrders.fulfilled, (state, { payload }) => {
        state.projectOrders = payload.orders;
      })
      .addCase(loadProjectEstimates.fulfilled, (state, { payload }) => {
        state.projectEstimates = payload.estimates;
      })
      .addCase(loadProjectPayments.fulfilled, (state, { payload }) => {
        state.projectPayments = payload.transactions;
      })
      .addCase(loadEstimate.pending, (state, { meta }) => {
        state.loadingEstimates.push(meta.arg.params.id);
      })
      .addCase(loadEstimate.fulfilled, (state, { payload, meta }) => {
        state.estimate = payload.estimate;
        state.loadingEstimates = without(state.loadingEstimates, meta.arg.params.id);
      })
      .addCase(loadEstimate.rejected, (state, { meta }) => {
        state.loadingEstimates = without(state.loadingEstimates, meta.arg.params.id);
      });
  },
});

function without(ids: EstimateId[], gone: EstimateId): EstimateId[] {
  return ids.filter((id) => id !== gone);
}

export const projectsReducer = slice.reducer;
