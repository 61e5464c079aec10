/** An account statement (R60): what was billed, paid and given back, line by line, with the balance after each. */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { centsSchema } from '../money.ts';
import { methodTypeSchema } from '../vocabulary.ts';

/** What a line is about. Lines of money are postings of the ledger. */
export const STATEMENT_KINDS = [
  'INVOICE',
  'REBILLED',
  'REOPENED',
  'PAYMENT',
  'FEE',
  'WAIVER',
  'OVERPAYMENT',
  'RETURN',
  'FEE_RETURN',
  'WAIVER_WITHDRAWN',
  'OVERPAYMENT_RETURN',
  'REFUND',
  'FEE_REFUND',
  'OVERPAYMENT_REFUND',
  'REFUND_FAILED',
  'REVIEW',
  'DISPUTE_OPENED',
  'DISPUTE_CLOSED',
] as const;
export const statementKindSchema = z.enum(STATEMENT_KINDS);
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const statementLineSchema = z.object({
  /** Stable, and unique in the statement. */
  key: z.string(),
  on: isoDateSchema,
  kind: statementKindSchema,
  /** Of the invoice, the order or the estimate; null where the line concerns several. */
  reference: z.string().nullable(),
  /** What the invoice is for. */
  title: z.string().nullable(),
  /** How it was paid; null for what is billed. */
  method: methodTypeSchema.nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  charge: centsSchema,
  credit: centsSchema,
  /** The disputed amount, which is held and changes no balance. */
  held: centsSchema.nullable(),
  /** After this line. */
  balance: centsSchema,
});
export type StatementLine = z.infer<typeof statementLineSchema>;

export const statementSummarySchema = z.object({
  opening: centsSchema,
  charges: centsSchema,
  credits: centsSchema,
  closing: centsSchema,
  lines: z.int(),
});
export type StatementSummary = z.infer<typeof statementSummarySchema>;
