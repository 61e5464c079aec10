/**
 * Acts as a payer's browser: opens the link, types a card or account number into the processor's fields, and
 * submits the result. The number goes only to the processor, never to the portal.
 */
import { randomUUID } from 'node:crypto';
import {
  type PublicInvoice,
  publicInvoiceSchema,
} from '@quittance/contract/invoices/portal-schemas';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import { WORDS } from '@quittance/domain/texts/words';
import type { CompanyDomain, IssuedInvoice } from './company.ts';
import { type Stage, StoryFailed } from './stage.ts';
import { type Answer, send, sendOk } from './web.ts';

export const CARD = '4242424242424242';
export const ACCOUNT = '000123456789';
const ROUTING = '110000000';

export const COMPANIES = {
  harbor: {
    name: 'Harbor Dental',
    legalName: 'Harbor Dental Group LLC',
    supportEmail: 'billing@harbordental.example',
    supportPhone: '+12075550100',
    processor: 'payengine',
    key: 'sk_test_sandbox_harbor',
  },
  northwind: {
    name: 'Northwind Builders',
    dba: 'Northwind Builders & Remodeling',
    legalName: 'Northwind Construction Services Inc.',
    processor: 'stripe',
    key: 'pk_test_sandbox_northwind',
  },
} as const;

export type TypedMethod = { kind: 'card' | 'ach'; number: string };

async function payengineToken({ sandbox }: Stage, { kind, number }: TypedMethod): Promise<string> {
  const { path, body } =
    kind === 'card'
      ? {
          path: 'cards',
          body: {
            card_number: number,
            card_holder: 'Ada Pine',
            card_exp: '12/2049',
            card_cvc: '123',
          },
        }
      : {
          path: 'bank-accounts',
          body: {
            routing_number: ROUTING,
            account_number: number,
            first_name: 'Ada',
            last_name: 'Pine',
          },
        };
  const answer = await sendOk(`${sandbox.url}/payengine/gw/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${COMPANIES.harbor.key}` },
    body,
  });
  const { token } = answer['data'] as { token: string }; // because the sandbox documents it
  return token;
}

async function stripeToken({ sandbox }: Stage, { number }: TypedMethod): Promise<string> {
  const card = 'payment_method_data[card]';
  const answer = await sendOk(`${sandbox.url}/stripe/v1/confirmation_tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${COMPANIES.northwind.key}`,
      origin: new URL(sandbox.url).origin,
    },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      [`${card}[number]`]: number,
      [`${card}[exp_month]`]: '12',
      [`${card}[exp_year]`]: '2049',
      [`${card}[cvc]`]: '123',
    }),
  });
  return String(answer['id']);
}

export function typeInto(stage: Stage, domain: CompanyDomain, typed: TypedMethod): Promise<string> {
  return domain === 'harbor' ? payengineToken(stage, typed) : stripeToken(stage, typed);
}

export function toProcessor(domain: CompanyDomain): 'payengine' | 'stripe' {
  return COMPANIES[domain].processor;
}

export function claimedMethod({ kind, number }: TypedMethod) {
  const shown =
    kind === 'card' ? { brand: 'visa', expires: '2049-12' } : { brand: null, holder: 'Ada Pine' };
  return { ...shown, last4: number.slice(-4) };
}

export async function readInvoice(
  { portalUrl }: Stage,
  { domain, token }: IssuedInvoice,
): Promise<PublicInvoice> {
  const answer = await sendOk(`${portalUrl}/api/portal/public/account/${domain}/${token}`);
  return publicInvoiceSchema.parse(answer['account']);
}

type Submit = { invoice: IssuedInvoice; shown: PublicInvoice; path: string; body: object };

function submit({ portalUrl }: Stage, { invoice, shown, path, body }: Submit): Promise<Answer> {
  return send(`${portalUrl}/api/portal/request/${shown.requestId}/${path}`, {
    method: 'POST',
    headers: { authorization: `Link ${invoice.token}`, 'idempotency-key': randomUUID() },
    body,
  });
}

/** Prepares everything that the popup sends, so that the submit is a single call. */
export async function preparePayment(
  stage: Stage,
  invoice: IssuedInvoice,
  typed: TypedMethod,
): Promise<() => Promise<Answer>> {
  const shown = await readInvoice(stage, invoice);
  const { payable, today } = shown;
  const { fee } = payable.fees[typed.kind];
  const company = COMPANIES[invoice.domain];
  const { processor } = company;
  const terms = {
    purpose: 'FULL_AMOUNT',
    amountCents: payable.amount,
    feeCents: fee,
    date: today,
  } as const;
  const text = mandateText({ ...terms, kind: typed.kind, company, methodLast4: null }, WORDS.en);
  const token = await typeInto(stage, invoice.domain, typed);
  const paymentInfo = {
    paymentType: typed.kind,
    token,
    claimedMethod: claimedMethod(typed),
    ...(typed.kind === 'ach' ? { achMandateText: text } : {}),
  };
  const body = { processor, quote: { amount: payable.amount, fee }, paymentInfo };
  return () => submit(stage, { invoice, shown, path: 'full/submit', body });
}

export async function pay(
  stage: Stage,
  invoice: IssuedInvoice,
  typed: TypedMethod,
): Promise<Answer> {
  const click = await preparePayment(stage, invoice, typed);
  const answer = await click();
  if (answer.status >= 400) {
    throw new StoryFailed(`The payment was refused: ${JSON.stringify(answer.body)}`);
  }
  return answer;
}

export async function startPlan(
  stage: Stage,
  invoice: IssuedInvoice,
  count: number,
): Promise<Answer> {
  const shown = await readInvoice(stage, invoice);
  const { payable, today } = shown;
  const typed = { kind: 'card', number: CARD } as const;
  const money = { amountCents: payable.amount, feeCents: payable.fees.card.fee };
  const parts = buildInstallments({ ...money, count, anchor: today });
  const token = await typeInto(stage, invoice.domain, typed);
  const body = {
    processor: toProcessor(invoice.domain),
    quote: { amount: money.amountCents, fee: money.feeCents },
    installments: parts.map(({ dueOn: date, costCents: cost }) => ({ date, cost })),
    isAutoChargeAgreed: true,
    paymentInfo: { paymentType: 'card', token, claimedMethod: claimedMethod(typed) },
  };
  return submit(stage, { invoice, shown, path: 'plan/submit', body });
}
