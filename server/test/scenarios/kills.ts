/**
 * Simulates payers who pay and companies that order refunds while a process is killed. They repeat each call under
 * the same key.
 */
import { randomUUID } from 'node:crypto';
import { providerPath } from '@quittance/contract/http/provider-route';
import { z } from 'zod';
import { systemClock } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import { type DurablePortal, untilReady } from '../world/durable-portal.ts';
import { newMerchant, type TestProcessor } from '../world/merchant.ts';
import { toPayer } from '../world/payer.ts';
import type { Sandbox } from '../world/sandbox-process.ts';

const QUOTE = { amount: 10_000, fee: 330 };

const answerSchema = z.object({ message: z.string(), status: z.string().optional() });

export type Stage = { portal: DurablePortal; sandbox: Sandbox };

type Premises = { portal: Pick<DurablePortal, 'database' | 'sealer'>; sandbox: Sandbox };

export async function openCompany(
  { portal: { database, sealer }, sandbox }: Premises,
  processor: TestProcessor,
): Promise<TestCompany> {
  const merchant = newMerchant(processor);
  await sandbox.register(merchant);
  return addCompany({ database, sealer, clock: systemClock, entropy: systemEntropy }, merchant);
}

export type Click = { company: TestCompany; invoice: TestInvoice; card: string; key: string };

/**
 * Prepares everything except the click: the invoice is open and the card is typed. `url` is the server that opens
 * Fiserv's fields.
 */
export async function prepareClick(
  { portal: { database, sealer }, sandbox }: Premises,
  company: TestCompany,
  url = 'http://unused',
): Promise<Click> {
  const invoice = await addInvoice(
    { database, sealer, clock: systemClock, entropy: systemEntropy },
    company,
  );
  const card = await toPayer({ url, sandbox, company, invoice }).type({});
  return { company, invoice, card, key: randomUUID() };
}

type Answer = { code: number; message: string; status: string };

export async function submitOnce(
  url: string,
  { company, invoice, card, key }: Click,
  from = '127.0.0.1',
): Promise<Answer> {
  const { requestId, token } = invoice;
  const answer = await fetch(`${url}/api/portal/request/${requestId}/full/submit`, {
    method: 'POST',
    headers: {
      authorization: `Link ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': from,
    },
    body: JSON.stringify({
      processor: company.merchant.processor,
      quote: QUOTE,
      paymentInfo: { paymentType: 'card', token: card },
    }),
  });
  const { message, status = '' } = answerSchema.parse(await answer.json());
  return { code: answer.status, message, status };
}

type RetriedResult<Result> = { answer: Result; tries: number };

/**
 * A broken connection or a server error does not count as a response. The next attempt goes to the next server, as
 * with a load balancer.
 */
async function untilAnswered<Result extends { code: number }>(
  urls: readonly string[],
  first: number,
  send: (url: string) => Promise<Result>,
): Promise<RetriedResult<Result>> {
  for (let tries = 1; ; tries += 1) {
    const url = urls[(first + tries - 1) % urls.length] ?? '';
    try {
      const answer = await send(url);
      if (answer.code < 500) return { answer, tries };
    } catch {
      // The connection broke, so the outcome is unknown.
    }
    await untilReady(url);
  }
}

export type ClickResult = Click & RetriedResult<Answer>;

export async function clickUntilAnswered(
  urls: readonly string[],
  click: Click,
  first: number,
): Promise<ClickResult> {
  return { ...click, ...(await untilAnswered(urls, first, (url) => submitOnce(url, click))) };
}

export type RefundOrder = { apiKey: string; attemptId: string; amountCents: number; key: string };

export async function orderUntilAnswered(
  urls: readonly string[],
  { apiKey, attemptId, amountCents: amount, key }: RefundOrder,
  first: number,
): Promise<number> {
  const { answer } = await untilAnswered(urls, first, async (url) => {
    const response = await fetch(`${url}${providerPath(`/payments/${attemptId}/refunds`)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ amount, isAgain: true, reason: 'Returned goods' }),
    });
    await response.arrayBuffer();
    return { code: response.status };
  });
  return answer.code;
}
