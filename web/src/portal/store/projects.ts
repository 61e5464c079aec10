/** Projects, and the open one with its invoices, orders, estimates and payments (product §3.16). */
import type { EstimateId } from '@quittance/contract/ids';
import type { Invoice, Transaction } from '@quittance/contract/invoices/portal-schemas';
import type { Estimate, Order, Project } from '@quittance/contract/projects/portal-schemas';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';
import { payableRefreshed } from './payable-refreshed.ts';
import { createRead, hold } from './read.ts';

export type ProjectsState = {
  projects: Project[];
  project: Project | null;
  /** Of the open project; null until loaded. */
  projectInvoices: Invoice[] | null;
  projectOrders: Order[] | null;
  projectEstimates: Estimate[] | null;
  projectPayments: Transaction[] | null;
  invoicesCursor: string | null;
  paymentsCursor: string | null;
  estimate: Estimate | null;
  /** The estimates that are being accepted. */
  loadingEstimates: EstimateId[];
};

const initialState: ProjectsState = {
  projects: [],
  project: null,
  projectInvoices: null,
  projectOrders: null,
  projectEstimates: null,
  projectPayments: null,
  invoicesCursor: null,
  paymentsCursor: null,
  estimate: null,
  loadingEstimates: [],
};

export const projectsRead = createRead<'projects'>('projects/projects', { isKept: true });
export const projectRead = createRead<'project'>('projects/project');
export const projectInvoicesRead = createRead<'projectInvoices'>('projects/projectInvoices');
export const projectOrdersRead = createRead<'projectOrders'>('projects/projectOrders');
export const projectEstimatesRead = createRead<'projectEstimates'>('projects/projectEstimates');
export const projectPaymentsRead = createRead<'projectTransactions'>('projects/projectPayments');
export const estimateRead = createRead<'estimate'>('projects/estimate');
export const acceptEstimate = createApiThunk('projects/acceptEstimate', 'acceptEstimate');

const slice = createSlice({
  name: 'projects',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(payableRefreshed, ({ estimate }, { payload }) => {
        if (estimate?.requestId === payload.requestId) estimate.payable = payload.payable;
      })
      .addCase(acceptEstimate.pending, (state, { meta }) => {
        state.loadingEstimates.push(meta.arg.params.id);
      })
      .addMatcher(isAnyOf(acceptEstimate.fulfilled, acceptEstimate.rejected), (state, { meta }) => {
        const { id: done } = meta.arg.params;
        state.loadingEstimates = state.loadingEstimates.filter((id) => id !== done);
      })
      .addMatcher(projectsRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { projects: answer.projects });
      })
      .addMatcher(projectRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { project: answer.project });
      })
      .addMatcher(projectInvoicesRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { projectInvoices: answer.accounts, invoicesCursor: answer.nextCursor });
      })
      .addMatcher(projectOrdersRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { projectOrders: answer.orders });
      })
      .addMatcher(projectEstimatesRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { projectEstimates: answer.estimates });
      })
      .addMatcher(projectPaymentsRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { projectPayments: answer.transactions, paymentsCursor: answer.nextCursor });
      })
      .addMatcher(estimateRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { estimate: answer.estimate });
      });
  },
});

export const projectsReducer = slice.reducer;
