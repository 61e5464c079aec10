import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { auditPageSchema, auditQuerySchema } from './audit-schemas.ts';
import {
  agingQuerySchema,
  clearingQuerySchema,
  csvFileSchema,
  journalQuerySchema,
} from './journal-schemas.ts';
import { summaryQuerySchema, summarySchema } from './report-schemas.ts';
import {
  newViewSchema,
  VIEWS_MAX,
  viewNameSchema,
  viewSchema,
  viewsSchema,
} from './view-schemas.ts';

const viewParams = z.object({ viewName: viewNameSchema });

export const REPORT_ROUTES = {
  getSummary: {
    method: 'GET',
    path: '/reports/summary',
    scope: 'read',
    tag: 'Reports',
    summary: 'Retrieve collected, outstanding and expected amounts',
    description:
      'Returns the figures for a date range. Collected amounts are the sum of the ledger postings; outstanding and expected amounts are as of the time of the call.',
    query: summaryQuerySchema,
    answer: summarySchema,
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    scope: 'read',
    shows: 'audit',
    tag: 'Reports',
    summary: 'List the entries of the audit trail, newest first',
    query: auditQuerySchema,
    answer: auditPageSchema,
  },
  getJournal: {
    method: 'GET',
    path: '/reports/journal',
    scope: 'read',
    tag: 'Reports',
    summary: 'Download the journal of complete days as CSV',
    description:
      "Debits and credits by day and account, from the ledger, and an entry for each payout of the processor, under the company's account names. The columns are generic or those that QuickBooks Online and Xero import. Repeating the call returns the same file.",
    query: journalQuerySchema,
    answer: csvFileSchema,
    answerType: 'text/csv',
  },
  getClearing: {
    method: 'GET',
    path: '/reports/clearing',
    scope: 'read',
    tag: 'Reports',
    summary: 'Download the balance of each clearing account as CSV',
    description:
      "For each processor, the payments that no payout contains at the end of a day and other open items, their sum, the balance of the processor's account in the journal, and the difference of the two, which is zero. A processor that reports no payouts has only its balance.",
    query: clearingQuerySchema,
    answer: csvFileSchema,
    answerType: 'text/csv',
  },
  getAging: {
    method: 'GET',
    path: '/reports/aging',
    scope: 'read',
    tag: 'Reports',
    summary: 'Download the receivables aging as of a day as CSV',
    query: agingQuerySchema,
    answer: csvFileSchema,
    answerType: 'text/csv',
  },
  listViews: {
    method: 'GET',
    path: '/views',
    scope: 'read',
    tag: 'Views',
    summary: 'List saved views by name',
    answer: viewsSchema,
  },
  getView: {
    method: 'GET',
    path: '/views/{viewName}',
    scope: 'read',
    tag: 'Views',
    summary: 'Retrieve a saved view',
    params: viewParams,
    answer: viewSchema,
  },
  putView: {
    method: 'PUT',
    path: '/views/{viewName}',
    scope: 'write',
    tag: 'Views',
    summary: 'Save a view',
    description: `Visible to all members of the company. Up to ${VIEWS_MAX} views.`,
    params: viewParams,
    body: newViewSchema,
    answer: viewSchema,
    errors: ['TOO_MANY_VIEWS'],
  },
  deleteView: {
    method: 'DELETE',
    path: '/views/{viewName}',
    scope: 'write',
    tag: 'Views',
    summary: 'Delete a saved view',
    params: viewParams,
    answer: viewSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
