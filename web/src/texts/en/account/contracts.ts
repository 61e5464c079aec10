/** The contract list, its tabs and filters. Status labels come from the contract package. */
import type { ReactNode } from 'react';

export const contractsTexts = {
  title: 'Contracts',
  pager: 'contracts',
  byStatus: 'Contracts by status',
  all: 'All',
  tab: (label: string, count: number) => `${label} (${count})`,
  leftOf: (left: ReactNode, total: ReactNode) => [left, ' left of ', total],
  failed: 'Your contracts could not be loaded',
  none: 'No contracts here',
  noneHint: 'As soon as there is one, it appears here with its document.',
  noMatch: 'No contract matches',
  noMatchHint: 'Try fewer letters, or another tab.',
  search: 'Search contracts',
  searchHint: 'Search by reference or type',
  order: 'Order',
  sorts: {
    '-date': 'Newest first',
    date: 'Oldest first',
    '-amount': 'Largest amount',
    amount: 'Smallest amount',
  },
  columns: {
    contract: 'Contract',
    date: 'Date',
    status: 'Status',
    balance: 'Balance',
    document: 'Document',
  },
  document: 'Document',
  documentOf: (contract: string) => `Document of ${contract}`,
};
