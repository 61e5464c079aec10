/**
 * A sandbox world for a test file: its own clock, merchants, records, faults, webhooks and mailbox, below a path of
 * the run's single sandbox process (`start-sandbox.ts`). Tests access it only over HTTP, as the portal does.
 */
import type { Instant } from '@quittance/contract/dates';
import { inject } from 'vitest';
import { z } from 'zod';
import { isUntidyRun } from '../../../domain/test/full-run.ts';
import { secureToken, type TypedMethod } from '../processors/payengine-browser.ts';
import { type Merchant, toRegistration } from './merchant.ts';

export type { Merchant } from './merchant.ts';
export { BANK_ACCOUNTS, CARDS } from './test-numbers.ts';

const worldSchema = z.object({ name: z.string(), url: z.url(), smtp: z.url() });
const mailsSchema = z.object({
  mails: z.array(
    z.object({
      messageId: z.string(),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      links: z.array(z.string()),
      attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })),
      deliveries: z.number(),
    }),
  ),
});
export type ReceivedMail = z.infer<typeof mailsSchema>['mails'][number];
const clockSchema = z.object({ now: z.iso.datetime(), nextTaskAt: z.string().nullable() });
const faultsSchema = z.object({
  faults: z.array(z.looseObject({ merchantId: z.string().optional() })),
});
const recordsSchema = z.object({
  charges: z.array(
    z.object({
      transactionId: z.string(),
      internalTransactionID: z.string().nullable(),
      amountCents: z.number(),
      refundedCents: z.number(),
      status: z.string(),
      settled: z.boolean(),
      threeDs: z.string().nullish(),
    }),
  ),
});
export type RecordedCharge = z.infer<typeof recordsSchema>['charges'][number];

export type Fault = {
  /** The merchant whose call fails. Without one, the next PayEngine call fails. */
  merchant?: Merchant;
  operation: string;
  fault: string;
  delayMs?: number;
  times?: number;
};

type SavedAtStripe = { account: string; last4: string };

export type SandboxOptions = {
  at?: Instant;
};

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function toDisputeControls(control: string) {
  return {
    async dispute(transactionId: string, amount?: number): Promise<string> {
      const opened = await post(`${control}/stripe/disputes`, { transactionId, amount });
      return z.object({ id: z.string() }).parse(opened).id;
    },
    endDispute: (id: string, status: 'won' | 'lost') =>
      post(`${control}/stripe/disputes/${id}/close`, { status }),
  };
}

function toControls(url: string) {
  const control = `${url}/_sandbox`;
  const readClock = async () => clockSchema.parse(await (await fetch(`${control}/clock`)).json());
  const nowMs = async () => Date.parse((await readClock()).now);
  return {
    ...toDisputeControls(control),
    nowMs,
    nextTaskAt: async () => (await readClock()).nextTaskAt,
    async travelTo(at: Instant): Promise<void> {
      const advanceMs = Date.parse(at) - (await nowMs());
      if (advanceMs > 0) await post(`${control}/clock`, { advanceMs });
    },
    register(merchant: Merchant, more: object = {}) {
      const { path, body } = toRegistration(merchant);
      return post(`${control}/${path}`, { ...body, ...more });
    },
    async clearFaults(): Promise<void> {
      await fetch(`${control}/faults`, { method: 'DELETE' });
    },
    fault: ({ merchant, ...fault }: Fault) =>
      post(`${control}/faults`, {
        processor: merchant?.processor ?? 'payengine',
        ...(merchant ? { merchantId: merchant.merchantId } : {}),
        ...fault,
      }),
    /** A fault that is still pending means that the merchant has not called this operation since. */
    async hasFault({ merchantId }: Merchant): Promise<boolean> {
      const answer = await fetch(`${control}/faults`);
      const { faults } = faultsSchema.parse(await answer.json());
      return faults.some((fault) => fault.merchantId === merchantId);
    },
    settle: () => post(`${control}/settle`, {}),
    returnDebit: (transactionId: string, code: string) =>
      post(`${control}/return`, { transactionId, code }),
    /** Refunds as a person does in the processor's dashboard. Without an amount, refunds what is left. */
    refundByHand: (transactionId: string, amountCents?: number) =>
      post(`${control}/refund`, {
        transactionId,
        ...(amountCents === undefined ? {} : { amountCents }),
      }),
    endRefund: (transactionId: string, status: 'succeeded' | 'failed', reason?: string) =>
      post(`${control}/refund/end`, { transactionId, status, ...(reason ? { reason } : {}) }),
    /** A card updater or a network token changes a saved card at Stripe. */
    updateCard: (saved: SavedAtStripe, card: object) =>
      post(`${control}/stripe/card-updates`, { ...saved, ...card }),
    /** The issuer replaces a saved card at Fiserv, whose next response has the new date. */
    renewCard: (
      { merchantId }: Merchant,
      card: { last4: string; expMonth: number; expYear: number },
    ) => post(`${control}/fiserv/card-updates`, { merchantId, ...card }),
    revokeMandate: (saved: SavedAtStripe) => post(`${control}/stripe/revoked-mandates`, saved),
    warn: (transactionId: string, type: string) =>
      post(`${control}/stripe/warnings`, { transactionId, type }),
    /** Makes a payout of everything that no earlier one contains. Fees and omissions are by transaction. */
    payOut: (
      { merchantId: account }: Merchant,
      how: { fees?: Record<string, number>; without?: string[]; isAutomatic?: boolean } = {},
    ) => post(`${control}/stripe/payouts`, { account, ...how }),
    /** The bank refuses a payout, whose amount the next one contains. */
    failPayout: (id: string) => post(`${control}/stripe/payouts/${id}/fail`, {}),
    async sendWebhooksTo({ processor, merchantId }: Merchant, webhookUrl: string): Promise<void> {
      const kind = processor === 'stripe' ? 'accounts' : 'merchants';
      const answer = await fetch(`${control}/${processor}/${kind}/${merchantId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ webhookUrl }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    flushWebhooks: () => post(`${control}/webhooks/flush`, {}),
    async mails(to: string): Promise<ReceivedMail[]> {
      const answer = await fetch(`${control}/mailbox.json?${new URLSearchParams({ to })}`);
      return mailsSchema.parse(await answer.json()).mails;
    },
    refuseMail: (order: { code: number; times: number }) =>
      post(`${control}/mailbox/refuse`, order),
    async records({ processor, merchantId }: Merchant): Promise<RecordedCharge[]> {
      const query = new URLSearchParams({ processor, merchantId });
      const answer = await fetch(`${control}/records?${query}`);
      return recordsSchema.parse(await answer.json()).charges;
    },
  };
}

export async function startSandbox({ at }: SandboxOptions = {}) {
  const worlds = `${inject('sandboxUrl')}/_sandbox/worlds`;
  const opened = await post(worlds, { ...(at ? { now: at } : {}), isShuffled: isUntidyRun });
  const { name, url, smtp } = worldSchema.parse(opened);
  const payengine = `${url}/payengine`;
  const payengineToken = ({ privateKey }: Merchant, typed: TypedMethod) =>
    secureToken({ url: payengine, privateKey }, typed);
  return {
    url,
    smtpUrl: smtp,
    baseUrls: { payengine, stripe: `${url}/stripe`, fiserv: `${url}/fiserv/ch` },
    ...toControls(url),
    payengineToken,
    cardToken: (merchant: Merchant, number: string) =>
      payengineToken(merchant, { kind: 'card', number }),
    async stop(): Promise<void> {
      await fetch(`${worlds}/${name}`, { method: 'DELETE' });
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
