/** Projects, the parts of one, and the lists within. Names of statuses come with the contract. */
import type { ReactNode } from 'react';

export const projectsTexts = {
  title: 'Projects',
  failed: 'Your projects could not be loaded',
  columns: {
    project: 'Project',
    started: 'Started',
    status: 'Status',
    balance: 'Balance',
    open: 'Open',
  },
  view: 'View',
  viewNamed: (project: string) => `View ${project}`,
  ofTotal: (total: ReactNode) => ['of ', total],
  all: 'All projects',
  noSuchProject: 'There is no such project',
  parts: 'Parts of the project',
  partFailed: 'This part of the project could not be loaded',
  startedOn: (reference: string, date: string) => `${reference} · started ${date}`,
  leftToPay: 'Left to pay',
  tabs: {
    invoices: 'Invoices',
    orders: 'Orders',
    estimates: 'Estimates',
    payments: 'Payments',
  },
  invoices: {
    pager: 'invoices of the project',
    none: 'No invoices yet',
    noneHint: 'As soon as there is one for this project, it appears here.',
  },
  payments: {
    caption: 'Payments of the project',
    pager: 'payments of the project',
    none: 'No payments yet',
    noneHint: 'Every payment for this project is listed here, with its receipt.',
  },
  orders: {
    none: 'No orders yet',
    noneHint: 'What is ordered for this project is listed here, and can be paid bit by bit.',
  },
  estimates: {
    caption: 'Estimates',
    none: 'No estimates yet',
    noneHint: 'Estimates to look at and accept appear here.',
    columns: {
      estimate: 'Estimate',
      expires: 'Stands until',
      status: 'Status',
      total: 'Total',
      open: 'Next step',
    },
    step: { review: 'Review', pay: 'Pay', view: 'View' },
    stepNamed: (step: string, estimate: string) => `${step} ${estimate}`,
  },
};
