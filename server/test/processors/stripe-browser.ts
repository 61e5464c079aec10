/**
 * Simulates Stripe's Payment Element in tests: typed values go from its own frame to Stripe and come back as a
 * confirmation token.
 */
import { z } from 'zod';
import { BANK_ACCOUNTS } from '../world/test-numbers.ts';

const HOLDER = { 'payment_method_data[billing_details][name]': 'Grace Hall' };

const tokenSchema = z.object({ id: z.string() });

type TypedFields = Record<string, string>;

export type ElementsPage = { url: string; publishableKey: string };

export async function confirmationToken(page: ElementsPage, typed: TypedFields): Promise<string> {
  const answer = await fetch(`${page.url}/stripe/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${page.publishableKey}`, origin: new URL(page.url).origin },
    body: new URLSearchParams(typed),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return tokenSchema.parse(await answer.json()).id;
}

export function typedCard(number: string): TypedFields {
  const card = 'payment_method_data[card]';
  return {
    'payment_method_data[type]': 'card',
    [`${card}[number]`]: number,
    [`${card}[exp_month]`]: '12',
    [`${card}[exp_year]`]: '2034',
    [`${card}[cvc]`]: '123',
  };
}

/** Accounts chosen after signing in to the simulated bank are verified immediately. */
const LOGINS: Readonly<Record<string, string>> = {
  [BANK_ACCOUNTS.pays]: 'succeeds',
  [BANK_ACCOUNTS.noFunds]: 'insufficient_funds',
};

export function chosenAccount(number: string): TypedFields {
  const account = 'payment_method_data[us_bank_account]';
  return {
    ...HOLDER,
    'payment_method_data[type]': 'us_bank_account',
    [`${account}[financial_connections_account]`]: `fca_sandbox_${LOGINS[number] ?? number}`,
  };
}

export function typedAccount(number: string): TypedFields {
  const account = 'payment_method_data[us_bank_account]';
  return {
    ...HOLDER,
    'payment_method_data[type]': 'us_bank_account',
    [`${account}[routing_number]`]: '110000000',
    [`${account}[account_number]`]: number,
  };
}

/** Simulates `confirmPayment` or `confirmSetup` of Elements with an intent's secret (R44). */
export async function confirmIntent(
  page: ElementsPage,
  clientSecret: string,
  typed: TypedFields,
): Promise<unknown> {
  const [id = ''] = clientSecret.split('_secret_');
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const answer = await fetch(`${page.url}/stripe/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${page.publishableKey}`, origin: new URL(page.url).origin },
    body: new URLSearchParams({ ...typed, client_secret: clientSecret, use_stripe_sdk: 'true' }),
  });
  return answer.json();
}
