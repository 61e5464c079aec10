/** Variables that a company can use in its own email texts, such as `{invoiceNumber}`. */
import type { CopiedMail } from '../vocabulary.ts';

const INVOICE_VARIABLES = ['customerName', 'invoiceNumber', 'amount', 'dueDate', 'companyName'];

export const MAIL_VARIABLES: Readonly<Record<CopiedMail, readonly string[]>> = {
  INVOICES: INVOICE_VARIABLES,
  REMINDERS: INVOICE_VARIABLES,
  RECEIPTS: [
    'customerName',
    'invoiceNumber',
    'amount',
    'paymentDate',
    'receiptNumber',
    'companyName',
  ],
};

const VARIABLE = /\{(\w+)\}/g;
const ANY_BRACES = /\{[^{}]*\}?|\}/;

/** Returns the first part in braces that is not a variable of this email, or a stray brace. */
export function findUnknownVariable(kind: CopiedMail, text: string): string | null {
  const rest = text.replace(VARIABLE, (whole, name) =>
    MAIL_VARIABLES[kind].includes(name) ? '' : whole,
  );
  return ANY_BRACES.exec(rest)?.[0] ?? null;
}

/** A value is not searched for variables. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (_whole, name) => values[name] ?? '');
}
