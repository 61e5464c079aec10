/** A customer pays a request in one of the ways that specify an amount, as the popup does. */
import { randomUUID } from 'node:crypto';
import type { RequestId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { TestCompany } from './company.ts';
import { type Answer, type Caller, type EnteredMethod, paymentInfo } from './signed-in.ts';
import type { World } from './world.ts';

const WAYS = {
  partial: { purpose: 'PARTIAL', path: 'partial/pay' },
  estimate: { purpose: 'ESTIMATE', path: 'estimate/pay' },
  invoices: { purpose: 'INVOICES', path: 'invoices/pay' },
  amount: { purpose: 'OWN_AMOUNT', path: 'amount/submit' },
} as const;

export type RequestPayment = EnteredMethod & {
  way: keyof typeof WAYS;
  quote: { amount: number; fee: number };
  isSavePMOnPay?: boolean;
  key?: string;
};

export async function payRequest(
  world: World,
  about: { caller: Caller; company: TestCompany; requestId: RequestId },
  { way, quote, isSavePMOnPay = false, key = randomUUID(), ...typed }: RequestPayment,
): Promise<Answer> {
  const { caller, company, requestId } = about;
  const terms = {
    purpose: WAYS[way].purpose,
    amountCents: cents(quote.amount),
    feeCents: cents(quote.fee),
    date: world.deps.clock.today('America/New_York'),
  } as const;
  const fields = `request/${requestId}/fields`;
  const info = await paymentInfo(world, { caller, company, fields, terms }, typed);
  const body = {
    processor: company.merchant.processor,
    quote,
    paymentInfo: { ...info, isSavePMOnPay },
  };
  return caller.call({ method: 'POST', path: `request/${requestId}/${WAYS[way].path}`, key, body });
}

/** Returns lines such as 'order O: $30.00 of $50.00' from the tables. */
export async function paidOn(
  { deps }: World,
  table: 'orders' | 'estimates',
  id: string,
): Promise<number> {
  const { rows } = await deps.database.pool.query<{ paid_cents: string }>(
    `select paid_cents from ${table} where id = $1`,
    [id],
  );
  return Number(rows[0]?.paid_cents);
}
