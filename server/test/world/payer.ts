/**
 * A payer with a public link, calling our server as their browser does: over HTTP, with a key created beforehand.
 */

import { randomUUID } from 'node:crypto';
import {
  type PublicInvoice,
  publicInvoiceSchema,
} from '@quittance/contract/invoices/portal-schemas';
import {
  type DeviceInfo,
  deviceDataAnswerSchema,
  requestStatusAnswerSchema,
} from '@quittance/contract/payments/portal-schemas';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { z } from 'zod';
import { collectDevice, type TypedId } from '../processors/fiserv-browser.ts';
import { type Page, typeInto } from './browser.ts';
import type { TestCompany, TestInvoice } from './company.ts';
import { CARDS, type Sandbox } from './sandbox-process.ts';

const submitSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  responseMessage: z.string().optional(),
  status: z.string().optional(),
  isThreeDSActionRequired: z.boolean().optional(),
  threeDSData: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

const fieldsSchema = z.object({ success: z.boolean(), message: z.string().optional() });

const invoiceAnswerSchema = z.object({ account: publicInvoiceSchema });

/** A refusal is shown as it is, because its schema would only say that there is no invoice. */
export async function readPublicAccount(url: string, { domain, token }: Portal['invoice']) {
  const answer = await fetch(`${url}/api/portal/public/account/${domain}/${token}`);
  if (!answer.ok)
    throw new Error(`An invoice was answered ${answer.status}: ${await answer.text()}`);
  return invoiceAnswerSchema.parse(await answer.json()).account;
}

export type Submission = z.infer<typeof submitSchema> & { code: number; isRepeat: boolean };

export type PayOptions = {
  card?: string;
  /** An account number. Pays by bank debit, with the authorization text the page shows. */
  bank?: string;
  id?: TypedId;
  pmID?: string;
  mandateText?: string;
  key?: string;
  quote?: { amount: number; fee: number };
  browserInfo?: string;
  /** The browser's device data. If set, the page runs Fiserv's 3-D Secure device collection. */
  deviceInfo?: DeviceInfo;
  /** Simulates a blocker: the browser does not open the page that collects device data. */
  skipsCollection?: boolean;
  beforeSubmit?: () => Promise<unknown>;
};

type Who = { company: TestCompany; methodLast4: string | null };

function mandateShown({ payable, today }: PublicInvoice, who: Who): string {
  return mandateText(
    {
      purpose: 'FULL_AMOUNT',
      kind: 'ach',
      amountCents: payable.amount,
      feeCents: payable.fees.ach.fee,
      date: today,
      ...who,
    },
    WORDS.en,
  );
}

export type Portal = {
  url: string;
  sandbox: Sandbox;
  company: TestCompany;
  invoice: Pick<TestInvoice, 'token' | 'requestId' | 'domain'>;
};

export function toPayer({ url, sandbox, company, invoice }: Portal) {
  const { token, requestId } = invoice;
  const authorization = `Link ${token}`;
  const read = () => readPublicAccount(url, invoice);
  const { merchant } = company;
  const fields = { url: `${url}/api/portal/request/${requestId}/fields`, authorization };
  const page: Page = { sandbox, merchant, fields };
  const tokenFor = ({ bank, id, card = CARDS.pays }: PayOptions) =>
    typeInto(page, bank ? { kind: 'ach', number: bank, id } : { kind: 'card', number: card });
  const beginDeviceData = async (method: { token: string } | { pmID: string }) => {
    const answer = await fetch(`${url}/api/portal/request/${requestId}/device-data`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(method),
    });
    if (!answer.ok) throw new Error(`the start of a collection was answered ${answer.status}`);
    return deviceDataAnswerSchema.parse(await answer.json()).collection;
  };
  /** Collects device data, as the page with Fiserv's fields does before it submits a card. */
  const referenceOfDevice = async (
    method: { token: string } | { pmID: string },
    { skipsCollection = false }: PayOptions,
  ) => {
    const collection = await beginDeviceData(method);
    if (collection && !skipsCollection) await collectDevice(collection);
    return collection?.reference;
  };
  return {
    read,
    type: tokenFor,
    beginDeviceData,
    async status(key?: string) {
      const query = key ? `?key=${key}` : '';
      const answer = await fetch(`${url}/api/portal/request/${requestId}/status${query}`, {
        headers: { authorization },
      });
      return requestStatusAnswerSchema.parse(await answer.json());
    },
    async cancelChallenge(key?: string) {
      const answer = await fetch(`${url}/api/portal/request/${requestId}/challenge/cancel`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      });
      return requestStatusAnswerSchema.parse(await answer.json());
    },
    async openFields() {
      const answer = await fetch(fields.url, { method: 'POST', headers: { authorization } });
      return { code: answer.status, ...fieldsSchema.parse(await answer.json()) };
    },
    async pay({ key = randomUUID(), quote, deviceInfo, beforeSubmit, ...how }: PayOptions = {}) {
      const shown = await read();
      const { payable, attachedPaymentMethod } = shown;
      const saved = attachedPaymentMethod?.id === how.pmID ? attachedPaymentMethod : null;
      const kind = how.bank || (saved && saved.type !== 'card') ? 'ach' : 'card';
      const who = { company, methodLast4: saved?.last4 ?? null };
      const quoted = quote ?? { amount: payable.amount, fee: payable.fees[kind].fee };
      const method = how.pmID ? { pmID: how.pmID } : { token: await tokenFor(how) };
      const collects = merchant.processor === 'fiserv' && kind === 'card' && deviceInfo;
      const browserInfo = collects ? await referenceOfDevice(method, how) : how.browserInfo;
      const paymentInfo = {
        paymentType: kind,
        ...method,
        ...(kind === 'ach' ? { achMandateText: how.mandateText ?? mandateShown(shown, who) } : {}),
        ...(browserInfo ? { browserInfo } : {}),
        ...(deviceInfo ? { deviceInfo } : {}),
      };
      await beforeSubmit?.();
      const answer = await fetch(`${url}/api/portal/request/${requestId}/full/submit`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ processor: merchant.processor, quote: quoted, paymentInfo }),
      });
      const body = submitSchema.parse(await answer.json());
      const isRepeat = answer.headers.get('idempotency-hit') === 'true';
      return { ...body, code: answer.status, isRepeat } satisfies Submission;
    },
  };
}

export type Payer = ReturnType<typeof toPayer>;
