/**
 * Many payers pay one invoice over real HTTP. There is exactly one charge in the processor's own records (M4, M6).
 */
import { randomUUID } from 'node:crypto';
import { PAYMENT_TOASTS } from '@quittance/contract/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampled } from '../../../domain/test/full-run.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';
import { attemptsOn } from './reconciliation.ts';

const QUOTE = { amount: 10_000, fee: 330 };
const LOSERS = ['ACCOUNT_IS_PROCESSING', 'ACCOUNT_ALREADY_CLOSED'];
const PAYERS = sampled({ sample: 50, full: 100 });
const ROUNDS = sampled({ sample: 2, full: 20 });
const SLOW_MS = 180_000;

const world = useWorld();
const harbor = forFile(() => world.company());

type Answer = { code: number; message: string; body: string; isRepeat: boolean };

const answerSchema = z.object({ message: z.string() });

/** Performs only the click: every payer has already typed the card. */
async function submit({ requestId, token }: TestInvoice, card: string, key: string) {
  const answer = await fetch(`${world.url}/api/portal/request/${requestId}/full/submit`, {
    method: 'POST',
    headers: {
      authorization: `Link ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({
      processor: 'payengine',
      quote: QUOTE,
      paymentInfo: { paymentType: 'card', token: card },
    }),
  });
  const body = await answer.text();
  const { message } = answerSchema.parse(JSON.parse(body));
  const isRepeat = answer.headers.get('idempotency-hit') === 'true';
  return { code: answer.status, message, body, isRepeat } satisfies Answer;
}

async function submitAtOnce(keys: readonly string[]) {
  const invoice = await world.invoice(harbor);
  const card = await world.sandbox.cardToken(harbor.merchant, CARDS.pays);
  const answers = await Promise.all(keys.map((key) => submit(invoice, card, key)));
  const booked = await world.sandbox.records(harbor.merchant);
  const ids: string[] = (await attemptsOn(world, invoice)).map(({ id }) => id);
  const charges = booked.filter((charge) => ids.includes(charge.internalTransactionID ?? ''));
  return { answers, charges };
}

function isPaid({ code }: Answer): boolean {
  return code === 200;
}

function isLoser(answer: Answer): boolean {
  return answer.code === 409 && LOSERS.includes(answer.message);
}

describe('One invoice and many submits', () => {
  it('a double click makes one charge', async () => {
    const key = randomUUID();
    const { answers, charges } = await submitAtOnce([key, key]);
    expect(charges).toHaveLength(1);
    expect(answers.filter(isPaid)).toHaveLength(2);
  });

  it('two concurrent tabs make one charge, and one tab gets a conflict', async () => {
    const { answers, charges } = await submitAtOnce([randomUUID(), randomUUID()]);
    expect(charges).toHaveLength(1);
    expect(answers.filter(isPaid)).toHaveLength(1);
    expect(answers.filter(isLoser)).toHaveLength(1);
  });

  it(`${PAYERS} concurrent payers make one charge without an error in each of ${ROUNDS} rounds`, {
    timeout: SLOW_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const keys = Array.from({ length: PAYERS }, () => randomUUID());
      const { answers, charges } = await submitAtOnce(keys);
      expect(charges).toHaveLength(1);
      expect(answers.filter(isPaid)).toHaveLength(1);
      expect(answers.filter(isLoser)).toHaveLength(PAYERS - 1);
    }
  });

  it(`${PAYERS} submits under one key make one charge and get one response`, async () => {
    const key = randomUUID();
    const { answers, charges } = await submitAtOnce(Array.from({ length: PAYERS }, () => key));
    expect(charges).toHaveLength(1);
    expect(answers.filter(isPaid)).toHaveLength(PAYERS);
    expect(answers.filter((answer) => !answer.isRepeat)).toHaveLength(1);
    const pending = answers.filter(({ message }) => message === PAYMENT_TOASTS.processing);
    const finished = answers.filter((answer) => !pending.includes(answer));
    expect(new Set(finished.map(({ body }) => body)).size).toBe(1);
  });
});
