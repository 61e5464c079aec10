/**
 * Callers of the method and schedule endpoints: a signed-in customer or the holder of a link. They enter methods
 * into the processor's fields as a browser does, and send the result.
 */

import { randomUUID } from 'node:crypto';
import type { IsoDate } from '@quittance/contract/dates';
import { type MandateTerms, mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { z } from 'zod';
import { mintBearer, openSession } from '../../src/identity/session.ts';
import type { TypedMethod } from '../processors/payengine-browser.ts';
import { typeInto } from './browser.ts';
import type { TestCompany, TestInvoice } from './company.ts';
import { readPublicAccount } from './payer.ts';
import { BANK_ACCOUNTS, CARDS } from './sandbox-process.ts';
import type { World } from './world.ts';

const answerSchema = z.looseObject({
  success: z.boolean(),
  message: z.string().optional(),
  responseMessage: z.string().nullish(),
  threeDSData: z.string().optional(),
});
export type Answer = z.infer<typeof answerSchema> & { code: number };

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  key?: string;
};

export type Caller = { call(call: Call): Promise<Answer>; authorization: string };

type Headers = Readonly<Record<string, string>>;

function toCaller(url: string, authorization: string, more: Headers = {}): Caller {
  return {
    authorization,
    async call({ method, path, body, key }) {
      const answer = await fetch(`${url}/api/portal/${path}`, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'idempotency-key': key } : {}),
          ...more,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { ...answerSchema.parse(await answer.json()), code: answer.status };
    },
  };
}

export function signInByLink(
  world: World,
  { token }: { token: string },
  headers?: Headers,
): Caller {
  return toCaller(world.url, `Link ${token}`, headers);
}

export async function signIn(
  world: World,
  company: TestCompany,
  headers?: Headers,
): Promise<Caller> {
  const { companyId, customerId } = company;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const bearer = await world.deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const session = await openSession(tx, world.deps, { companyId, customerId, visitor });
    return mintBearer(tx, world.deps, session);
  });
  return toCaller(world.url, `Bearer ${bearer}`, headers);
}

export type EnteredMethod = { card?: string; bank?: string; pmID?: string; accountType?: string };

/** A method entered into the fields, or a saved method by name. `terms` describes what a bank debit pays for. */
export async function paymentInfo(
  world: World,
  page: { caller: Caller; company: TestCompany; fields: string; terms: MandateTerms },
  typed: EnteredMethod & { last4?: string },
) {
  const { caller, company, terms } = page;
  const kind = typed.bank ? 'ach' : 'card';
  const number = typed.bank ?? typed.card ?? CARDS.pays;
  const last4 = typed.pmID ? (typed.last4 ?? null) : null;
  const text = mandateText({ ...terms, kind, company, methodLast4: last4 }, WORDS.en);
  const fields = {
    url: `${world.url}/api/portal/${page.fields}`,
    authorization: caller.authorization,
  };
  const method: TypedMethod = { kind, number };
  const shown =
    kind === 'card' ? { brand: 'visa', expires: '2034-12' } : { brand: null, holder: 'Maya Ortiz' };
  const claimedMethod = { ...shown, last4: number.slice(-4) };
  return {
    paymentType: kind,
    ...(typed.pmID
      ? { pmID: typed.pmID }
      : {
          token: await typeInto(
            { sandbox: world.sandbox, merchant: company.merchant, fields },
            method,
          ),
          claimedMethod,
        }),
    ...(kind === 'ach' ? { achMandateText: text } : {}),
    ...(typed.accountType ? { achAccountType: typed.accountType } : {}),
  };
}

export const readInvoice = ({ url }: World, invoice: TestInvoice) =>
  readPublicAccount(url, invoice);

export type ScheduleOptions = EnteredMethod & {
  date: IsoDate;
  key?: string;
  last4?: string;
  change?: Record<string, unknown>;
  beforeSending?: () => Promise<unknown>;
};

export async function schedule(
  world: World,
  about: { caller: Caller; company: TestCompany; invoice: TestInvoice },
  { date, key = randomUUID(), change = {}, beforeSending, ...typed }: ScheduleOptions,
): Promise<Answer> {
  const { caller, company, invoice } = about;
  const { payable } = await readInvoice(world, invoice);
  const kind = typed.bank ? 'ach' : 'card';
  const quote = { amount: payable.amount, fee: payable.fees[kind].fee };
  const terms = {
    purpose: 'EXTENSION',
    amountCents: payable.amount,
    feeCents: payable.fees[kind].fee,
    date,
  } as const;
  const fields = `request/${invoice.requestId}/fields`;
  const info = await paymentInfo(world, { caller, company, fields, terms }, typed);
  const { processor } = company.merchant;
  const agreed = { processor, date, quote, isAutoChargeAgreed: true, paymentInfo: info };
  const path = `request/${invoice.requestId}/schedule-payment`;
  await beforeSending?.();
  return caller.call({ method: 'POST', path, key, body: { ...agreed, ...change } });
}

export async function addOwnMethod(
  world: World,
  { caller, company }: { caller: Caller; company: TestCompany },
  typed: EnteredMethod = {},
): Promise<Answer> {
  const page = { caller, company, fields: 'debtor/payment-method/fields' };
  const info = await paymentInfo(world, { ...page, terms: { purpose: 'ADD_PM' } }, typed);
  const { processor } = company.merchant;
  const body = { processor, paymentInfo: info };
  return caller.call({ method: 'POST', path: 'debtor/payment-method', body });
}

export { BANK_ACCOUNTS, CARDS };
