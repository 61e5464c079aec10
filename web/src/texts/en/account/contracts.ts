/** The contract list, its tabs and filters. Status labels come from the contract package. */
import type { ReactNode } from 'react';

export const contractsTexts = {
  title: 'Contracts',
  pager: 'contracts',
  byStatus: 'Contracts by status',
  tabs: {
    all: 'All',
    active: 'Active',
    delinquent: 'Delinquent',
    'paid-off': 'Paid Off',
    canceled: 'Canceled',
  },
  tab: (label: string, count: number) => `${label} (${count})`,
  leftOf: (left: ReactNode, total: ReactNode) => [left, ' left of ', total],
  failed: "We couldn't load your contracts",
  none: 'No contracts',
  noneHint: 'Your contracts and their documents will appear here.',
  noMatch: 'No matching contracts',
  noMatchHint: 'Try a shorter search or another tab.',
  search: 'Search contracts',
  searchHint: 'Reference or type',
  order: 'Sort by',
  sorts: {
    '-date': 'Newest first',
    date: 'Oldest first',
    '-amount': 'Highest amount',
    amount: 'Lowest amount',
  },
  columns: {
    contract: 'Contract',
    date: 'Date',
    status: 'Status',
    balance: 'Balance',
    document: 'Document',
  },
  document: 'Document',
  documentOf: (contract: string) => `Document for ${contract}`,
};
