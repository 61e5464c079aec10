/** The accounts of the ledger, by name. */
import {
  type CustomerId,
  type EstimateId,
  type InvoiceId,
  invoiceIdSchema,
  type OrderId,
  orderIdSchema,
} from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';

/** 'manual' covers cash and negotiated payments, which involve no processor. */
export type ClearingName = ProcessorName | 'manual';

export const FEE_INCOME = 'fee_income';
export const RETURNS = 'returns';
/** The company takes back a part of what it billed (R90). */
export const CREDIT_NOTES = 'credit_notes';
/** The company gives up a part of what it billed (R101, R115). */
export const WRITE_OFFS = 'write_offs';

export function receivable(invoiceId: InvoiceId): string {
  return `receivable:${invoiceId}`;
}

/** Account names of orders and estimates have a word before the id. */
export const INVOICE_RECEIVABLE = /^receivable:[^:]+$/;

const ORDER_RECEIVABLE = 'receivable:order:';

export function receivableOfOrder(orderId: OrderId): string {
  return `${ORDER_RECEIVABLE}${orderId}`;
}

export function toOrder(account: string): OrderId | null {
  if (!account.startsWith(ORDER_RECEIVABLE)) return null;
  return orderIdSchema.parse(account.slice(ORDER_RECEIVABLE.length));
}

export function receivableOfEstimate(estimateId: EstimateId): string {
  return `receivable:estimate:${estimateId}`;
}

export function clearing(processor: ClearingName): string {
  return `clearing:${processor}`;
}

export function disputed(processor: ClearingName): string {
  return `disputed:${processor}`;
}

export const CUSTOMER_CREDIT = 'customer_credit:';

export function customerCredit(customerId: CustomerId): string {
  return `${CUSTOMER_CREDIT}${customerId}`;
}

export function isReceivable(account: string): boolean {
  return account.startsWith('receivable:');
}

export function isClearing(account: string): boolean {
  return account.startsWith('clearing:');
}

export function isHolding(account: string): boolean {
  return account.startsWith('disputed:');
}

export const toInvoice = (account: string): InvoiceId =>
  invoiceIdSchema.parse(account.slice('receivable:'.length));
