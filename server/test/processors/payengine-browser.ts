/**
 * Simulates PayEngine's secure fields in tests. Tokens are created with the server's private key instead of the
 * fields' own session.
 */
import { z } from 'zod';
import type { TypedId } from './fiserv-browser.ts';

export type TokenService = { url: string; privateKey: string };

/** `id` is an identification that a Fiserv account may require for a bank debit. */
export type TypedMethod = { kind: 'card' | 'ach'; number: string; id?: TypedId | undefined };

const PATHS = { card: 'gw/api/cards', ach: 'gw/api/bank-accounts' } as const;

const tokenSchema = z.object({ data: z.object({ token: z.string() }) });

function toBody({ kind, number }: TypedMethod): object {
  if (kind === 'card') {
    const date = { card_exp: '12/2034', card_cvc: '123' };
    return { card_number: number, card_holder: 'Maya Ortiz', ...date };
  }
  const holder = { first_name: 'Maya', last_name: 'Ortiz' };
  return { routing_number: '110000000', account_number: number, ...holder };
}

export async function secureToken(service: TokenService, typed: TypedMethod): Promise<string> {
  const answer = await fetch(`${service.url}/${PATHS[typed.kind]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${service.privateKey}` },
    body: JSON.stringify(toBody(typed)),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return tokenSchema.parse(await answer.json()).data.token;
}
