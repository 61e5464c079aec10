/**
 * The actions of a payer's browser before it calls our server: it enters a card or an account into the fields of
 * the company's processor and gets a token that our server may charge. The numbers never pass through our server.
 */
import { fieldSessionAnswerSchema } from '@quittance/contract/methods/portal-schemas';
import type { FieldSession } from '../../src/processors/processor.ts';
import { fillFields, typedAccount, typedCard } from '../processors/fiserv-browser.ts';
import type { TypedMethod } from '../processors/payengine-browser.ts';
import * as stripe from '../processors/stripe-browser.ts';
import type { Merchant } from './merchant.ts';
import type { Sandbox } from './sandbox-process.ts';

export type Page = {
  sandbox: Sandbox;
  merchant: Merchant;
  /** The portal's address for a session of Fiserv's fields, and the authorization to open one. */
  fields: { url: string; authorization: string } | null;
};

export async function fillSession(
  { baseUrls, nowMs }: Sandbox,
  session: FieldSession['public'],
  { kind, number, id }: TypedMethod,
): Promise<void> {
  const values = kind === 'card' ? typedCard(number) : typedAccount(number);
  await fillFields({ url: baseUrls.fiserv, nowMs: await nowMs() }, session, { values, id });
}

async function fiservSession({ sandbox, fields }: Page, typed: TypedMethod): Promise<string> {
  if (!fields) throw new Error('sessions of Fiserv are opened by the portal');
  const { url, authorization } = fields;
  const answer = await fetch(url, { method: 'POST', headers: { authorization } });
  if (!answer.ok) throw new Error(await answer.text());
  const { session } = fieldSessionAnswerSchema.parse(await answer.json());
  if (!session.id) throw new Error('a session of Fiserv keeps its secret with the server');
  await fillSession(sandbox, session.data, typed);
  return session.id;
}

export async function typeInto(page: Page, typed: TypedMethod): Promise<string> {
  const { sandbox, merchant } = page;
  switch (merchant.processor) {
    case 'payengine':
      return sandbox.payengineToken(merchant, typed);
    case 'stripe': {
      const write = typed.kind === 'card' ? stripe.typedCard : stripe.chosenAccount;
      const elements = { url: sandbox.url, publishableKey: merchant.publicKey };
      return stripe.confirmationToken(elements, write(typed.number));
    }
    case 'fiserv':
      return fiservSession(page, typed);
  }
}
