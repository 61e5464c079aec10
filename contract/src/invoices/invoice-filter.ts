/** Filters and sort orders of the invoice list. The groups correspond to the badges (product §4). */
import { z } from 'zod';
import type { InvoiceStatus } from '../vocabulary.ts';

export const INVOICE_GROUPS = {
  outstanding: [
    'DEFAULTED',
    'IN_COLLECTION',
    'DUE',
    'PAYMENT_PLAN_IN_PROGRESS',
    'PAYMENT_EXTENSION',
  ],
  overdue: ['IN_COLLECTION', 'DEFAULTED'],
  open: ['DUE'],
  scheduled: ['PAYMENT_EXTENSION'],
  plan: ['PAYMENT_PLAN_IN_PROGRESS'],
  pending: ['PENDING'],
  disputed: ['DISPUTED'],
  paid: ['COLLECTED', 'PAYMENT_PLAN_COLLECTED'],
} as const satisfies Record<string, readonly InvoiceStatus[]>;

export type InvoiceGroup = keyof typeof INVOICE_GROUPS;

export const invoiceGroupSchema = z.enum([
  'outstanding',
  'overdue',
  'open',
  'scheduled',
  'plan',
  'pending',
  'disputed',
  'paid',
]) satisfies z.ZodType<InvoiceGroup>;

/** A minus sign means descending. `urgency` is the default (R35). */
export const INVOICE_SORTS = ['urgency', '-dueDate', 'dueDate', '-balance', 'balance'] as const;
export const invoiceSortSchema = z.enum(INVOICE_SORTS);
export type InvoiceSort = z.infer<typeof invoiceSortSchema>;
