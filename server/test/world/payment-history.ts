/**
 * Every attempt and posting of a company by calendar day, as one text that a long scenario compares
 * with a literal block.
 */

import { formatMoney } from '@quittance/contract/format';
import { dateIn } from '@quittance/contract/local-time';
import { and, asc, eq } from 'drizzle-orm';
import type { Deps } from '../../src/kernel/deps.ts';
import type { Attempt } from '../../src/ledger/attempts.ts';
import { attempts, postings } from '../../src/schema/payments.ts';
import type { TestCompany, TestInvoice } from './company.ts';

const TIME_ZONE = 'America/New_York';

/** 'receivable:0f3c…' → 'receivable', 'clearing:stripe' → 'clearing'. */
function account(name: string): string {
  return name.split(':')[0] ?? name;
}

/** 'installment 3 charged' or 'invoice paid by hand', with the attempt number from the second attempt on. */
function toReason({ installmentFrom, occurrenceOf, tryNumber }: Attempt): string {
  const what = installmentFrom ? `installment ${installmentFrom}` : 'invoice';
  const how = occurrenceOf ? 'charged' : 'paid by hand';
  return tryNumber && tryNumber > 1 ? `${what} ${how}, try ${tryNumber}` : `${what} ${how}`;
}

function toLine(attempt: Attempt, names: ReadonlyMap<string, string>): string {
  const on = dateIn(TIME_ZONE, attempt.createdAt);
  const name = names.get(attempt.invoiceId ?? '') ?? '?';
  const money = `${formatMoney(attempt.amountCents)} + ${formatMoney(attempt.feeCents)}`;
  const code = attempt.responseCode ? ` ${attempt.responseCode}` : '';
  const way = `${attempt.methodBrand ?? 'bank'} ${attempt.methodLast4}`;
  return `${on} ${name}: ${toReason(attempt)}, ${way}, ${money}: ${attempt.state}${code}`;
}

export async function readPaymentHistory(
  { database }: Deps,
  { companyId }: TestCompany,
  named: Readonly<Record<string, TestInvoice>>,
): Promise<string> {
  const names = new Map(Object.entries(named).map(([name, row]) => [row.invoiceId, name]));
  return database.asSystem(async (tx) => {
    const tried = await tx
      .select()
      .from(attempts)
      .where(eq(attempts.companyId, companyId))
      .orderBy(asc(attempts.createdAt));
    const lines: string[] = [];
    for (const attempt of tried) {
      lines.push(toLine(attempt, new Map<string, string>(names)));
      const posted = await tx
        .select()
        .from(postings)
        .where(and(eq(postings.companyId, companyId), eq(postings.attemptId, attempt.id)))
        .orderBy(asc(postings.id));
      for (const { at, source, destination, amountCents } of posted) {
        const move = `${account(source)} → ${account(destination)} ${formatMoney(amountCents)}`;
        lines.push(`  ${dateIn(TIME_ZONE, at)} ${move}`);
      }
    }
    return lines.join('\n');
  });
}
