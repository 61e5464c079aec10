/** The attempts and postings of an invoice as a text table, to compare with a literal block. */
import { formatMoney } from '@quittance/contract/format';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../src/platform/database/database.ts';
import { invoices } from '../../src/schema/invoices.ts';
import { attempts, postings } from '../../src/schema/payments.ts';
import type { TestInvoice } from './company.ts';

function account(name: string): string {
  const isOfProcessor = name.startsWith('clearing:') || name.startsWith('disputed:');
  return isOfProcessor ? name : (name.split(':')[0] ?? name);
}

export async function readStatement(
  database: Database,
  { companyId, invoiceId }: TestInvoice,
): Promise<string> {
  return database.asSystem(async (tx) => {
    const [invoice] = await tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.companyId, companyId), eq(invoices.id, invoiceId)));
    if (!invoice) return 'no such invoice';
    const tried = await tx
      .select()
      .from(attempts)
      .where(and(eq(attempts.companyId, companyId), eq(attempts.invoiceId, invoiceId)))
      .orderBy(asc(attempts.createdAt), asc(attempts.type));
    const lines = [
      `invoice ${invoice.status} ${formatMoney(invoice.paidCents)} of ${formatMoney(invoice.totalCents)}`,
    ];
    for (const attempt of tried) {
      const figures = `${formatMoney(attempt.amountCents)} + ${formatMoney(attempt.feeCents)}`;
      lines.push(`${attempt.type.toLowerCase()} ${attempt.state} ${figures}`);
      const posted = await tx
        .select()
        .from(postings)
        .where(and(eq(postings.companyId, companyId), eq(postings.attemptId, attempt.id)))
        .orderBy(asc(postings.id));
      for (const { source, destination, amountCents } of posted) {
        lines.push(`  ${account(source)} → ${account(destination)} ${formatMoney(amountCents)}`);
      }
    }
    return lines.join('\n');
  });
}
