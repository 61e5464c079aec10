/** A payer with a public link, as their browser calls us: over HTTP, with a key minted beforehand. */
import { randomUUID } from 'node:crypto';
import { publicInvoiceSchema } from '@quittance/contract/invoices';
import { requestStatusAnswerSchema } from '@quittance/contract/payments';
import { z } from 'zod';
import type { TestCompany, TestInvoice } from './company.ts';
import { CARDS, type Sandbox } from './sandbox-process.ts';

/** The union of a payment's answer and a refusal, as far as tests look at it. */
const submitSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  responseMessage: z.string().optional(),
  status: z.string().optional(),
  isThreeDSActionRequired: z.boolean().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

const invoiceAnswerSchema = z.object({ account: publicInvoiceSchema });

export type Submission = z.infer<typeof submitSchema> & { code: number; isRepeat: boolean };

export type PayOptions = {
  card?: string;
  key?: string;
  quote?: { amount: number; fee: number };
  browserInfo?: string;
};

export type Portal = { url: string; sandbox: Sandbox; company: TestCompany; invoice: TestInvoice };

export function payerOf({ url, sandbox, company, invoice }: Portal) {
  const { token, requestId, domain } = invoice;
  const authorization = `Link ${token}`;
  const read = async () => {
    const answer = await fetch(`${url}/api/portal/public/account/${domain}/${token}`);
    return invoiceAnswerSchema.parse(await answer.json()).account;
  };
  const currentQuote = async () => {
    const { payable } = await read();
    return { amount: payable.amount, fee: payable.fees.card.fee };
  };
  return {
    read,
    async status(key?: string) {
      const query = key ? `?key=${key}` : '';
      const answer = await fetch(`${url}/api/portal/request/${requestId}/status${query}`, {
        headers: { authorization },
      });
      return requestStatusAnswerSchema.parse(await answer.json());
    },
    async pay({ card = CARDS.pays, key = randomUUID(), quote, browserInfo }: PayOptions = {}) {
      const oneTimeToken = await sandbox.cardToken(company.merchant, card);
      const answer = await fetch(`${url}/api/portal/request/${requestId}/full/submit`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({
          processor: 'payengine',
          quote: quote ?? (await currentQuote()),
          paymentInfo: {
            paymentType: 'card',
            token: oneTimeToken,
            ...(browserInfo ? { browserInfo } : {}),
          },
        }),
      });
      const body = submitSchema.parse(await answer.json());
      const isRepeat = answer.headers.get('idempotency-hit') === 'true';
      return { ...body, code: answer.status, isRepeat } satisfies Submission;
    },
  };
}

export type Payer = ReturnType<typeof payerOf>;
