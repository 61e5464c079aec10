/**
 * Simulates Fiserv's hosted fields and challenge page in tests: typed values are encrypted with the session's key
 * and sent to the gateway, never to our server.
 */
import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DeviceCollection, FieldSession } from '../../src/processors/processor.ts';

const publicSchema = z.object({
  apiKey: z.string(),
  accessToken: z.string(),
  publicKey: z.string(),
  keyId: z.string(),
  merchantId: z.string(),
  terminalId: z.string(),
});
type Public = z.infer<typeof publicSchema>;

type TypedFields = Record<string, string>;

export function typedCard(number: string): TypedFields {
  return {
    'card.cardData': number,
    'card.nameOnCard': 'Maya Ortiz',
    'card.expirationMonth': '12',
    'card.expirationYear': '2034',
    'card.securityCode': '123',
  };
}

export function typedAccount(accountNumber: string): TypedFields {
  return { 'check.accountNumber': accountNumber, 'check.routingNumber': '110000000' };
}

export type TypedId = { driverLicense: string; state: string } | { taxId: string };

function toCustomer(id: TypedId, given: Public) {
  if ('taxId' in id) return { encryptionData: encrypted({ 'customer.taxId': id.taxId }, given) };
  const { driverLicense, state: driverLicenseState } = id;
  const number = { 'customer.driverLicenseNumber': driverLicense };
  return { driverLicenseState, encryptionData: encrypted(number, given) };
}

function encrypted(typed: TypedFields, { publicKey, keyId }: Public) {
  const key = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const block = Buffer.from(Object.values(typed).join(''));
  return {
    encryptionType: 'RSA',
    encryptionTarget: 'MANUAL',
    encryptionBlock: publicEncrypt({ key, padding, oaepHash: 'sha256' }, block).toString('base64'),
    encryptionBlockFields: Object.entries(typed)
      .map(([name, value]) => `${name}:${Buffer.byteLength(value)}`)
      .join(','),
    keyId,
  };
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The gateway as reached by the browser. It refuses calls with a different time. */
export type Gateway = { url: string; nowMs: number };

export async function fillFields(
  gateway: Gateway,
  session: FieldSession['public'],
  { values: typed, id }: { values: TypedFields; id?: TypedId | undefined },
) {
  const given = publicSchema.parse(session);
  const { merchantId, terminalId } = given;
  const sourceType = 'card.cardData' in typed ? 'PaymentCard' : 'PaymentCheck';
  const body = {
    source: { sourceType, encryptionData: encrypted(typed, given) },
    ...(id ? { customer: toCustomer(id, given) } : {}),
    merchantDetails: { merchantId, terminalId },
  };
  await post(`${gateway.url}/payments-vas/v1/card-capture`, body, {
    'api-key': given.apiKey,
    'client-request-id': randomUUID(),
    timestamp: String(gateway.nowMs),
    'auth-token-type': 'AccessToken',
    authorization: given.accessToken,
  });
}

/**
 * Simulates the hidden frame that the page loads before submitting, including the script of the provider's page in
 * it.
 */
export async function collectDevice({ url, token }: Pick<DeviceCollection, 'url' | 'token'>) {
  const page = await fetch(url, { method: 'POST', body: new URLSearchParams({ JWT: token }) });
  if (!page.ok) throw new Error(`${url} answered ${page.status}`);
  await post(`${url}/result`, { token });
}

const challengeSchema = z.object({ stepUpUrl: z.url(), challengeToken: z.string() });

export async function answerChallenge(threeDSData: string | null, outcome: 'complete' | 'fail') {
  const text = Buffer.from(threeDSData ?? '', 'base64').toString();
  const { stepUpUrl, challengeToken } = challengeSchema.parse(JSON.parse(text));
  const page = await fetch(stepUpUrl, {
    method: 'POST',
    body: new URLSearchParams({ JWT: challengeToken }),
  });
  if (!page.ok) throw new Error(`${stepUpUrl} answered ${page.status}`);
  await post(new URL('challenge/result', stepUpUrl).href, { token: challengeToken, outcome });
}
