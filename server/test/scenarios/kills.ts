/** Payers who submit while a process is killed; they repeat the submit under the same key. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { systemClock } from '../../src/clock.ts';
import { systemEntropy } from '../../src/entropy.ts';
import { typeInto } from '../world/browser.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import { type DurablePortal, untilReady } from '../world/durable-portal.ts';
import { newMerchant } from '../world/merchant.ts';
import { CARDS, type Sandbox } from '../world/sandbox-process.ts';

const QUOTE = { amount: 10_000, fee: 330 };

const answerSchema = z.object({ message: z.string(), status: z.string().optional() });

export type Stage = { portal: DurablePortal; sandbox: Sandbox };

type Premises = { portal: Pick<DurablePortal, 'database' | 'sealer'>; sandbox: Sandbox };

export async function openCompany(
  { portal: { database, sealer }, sandbox }: Premises,
  processor: 'stripe' | 'payengine',
): Promise<TestCompany> {
  const merchant = newMerchant(processor);
  await sandbox.register(merchant);
  return addCompany({ database, sealer, clock: systemClock, entropy: systemEntropy }, merchant);
}

export type Click = { company: TestCompany; invoice: TestInvoice; card: string; key: string };

/** Everything but the click: the invoice is open and the card is typed. */
export async function prepareClick(
  { portal: { database, sealer }, sandbox }: Premises,
  company: TestCompany,
): Promise<Click> {
  const invoice = await addInvoice(
    { database, sealer, clock: systemClock, entropy: systemEntropy },
    company,
  );
  const fields = { url: 'unused', authorization: 'unused' };
  const page = { sandbox, merchant: company.merchant, fields };
  const card = await typeInto(page, { kind: 'card', number: CARDS.pays });
  return { company, invoice, card, key: randomUUID() };
}

type Answer = { code: number; message: string; status: string };

export async function submitOnce(
  url: string,
  { company, invoice, card, key }: Click,
): Promise<Answer> {
  const { requestId, token } = invoice;
  const answer = await fetch(`${url}/api/portal/request/${requestId}/full/submit`, {
    method: 'POST',
    headers: {
      authorization: `Link ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
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

export type Clicked = Click & { answer: Answer; tries: number };

/**
 * A connection that broke, or an error of ours, is no answer. The next try goes to the next server, as a
 * load balancer sends it.
 */
export async function clickUntilAnswered(
  urls: readonly string[],
  click: Click,
  first: number,
): Promise<Clicked> {
  for (let tries = 1; ; tries += 1) {
    const url = urls[(first + tries - 1) % urls.length] ?? '';
    try {
      const answer = await submitOnce(url, click);
      if (answer.code < 500) return { ...click, answer, tries };
    } catch {
      // The connection broke: the outcome is unknown.
    }
    await untilReady(url);
  }
}
