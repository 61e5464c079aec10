/** An account statement (R60): billed, paid and returned amounts, line by line, with the balance after each. */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { centsSchema } from '../money.ts';
import { methodTypeSchema } from '../vocabulary.ts';

/** Money lines are ledger postings. */
export const STATEMENT_KINDS = [
  'INVOICE',
  'REBILLED',
  'REOPENED',
  'PAYMENT',
  'FEE',
  'WAIVER',
  'CREDIT_NOTE',
  'CREDIT',
  'CREDIT_APPLIED',
  'CREDIT_REFUND',
  'CREDIT_NOTE_VOIDED',
  'WRITE_OFF',
  'WRITE_OFF_WITHDRAWN',
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
  key: z.string(),
  on: isoDateSchema,
  kind: statementKindSchema,
  reference: z.string().nullable(),
  title: z.string().nullable(),
  method: methodTypeSchema.nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  /** The number of a payment that the company recorded (R89). */
  number: z.string().nullable(),
  charge: centsSchema,
  credit: centsSchema,
  /** The disputed amount, which is held and does not change any balance. */
  held: centsSchema.nullable(),
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
