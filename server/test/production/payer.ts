/** A payer using a public link over HTTPS with our own certificate. */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { HARBOR } from '../world/merchant.ts';
import { CARDS, type Sandbox } from '../world/sandbox-process.ts';

/** `host` is the name of the site if the URL has only its address. */
export type Site = { url: string; ca?: string; host?: string };

const shownSchema = z.object({
  account: z.object({ status: z.string(), requestId: z.string() }),
});
const answerSchema = z.object({ status: z.string().optional(), message: z.string().optional() });

type Call = { path: string; headers?: Record<string, string>; body?: object };

/** `fetch` does not accept a custom certificate authority. */
function call({ url, ca, host }: Site, { path, headers = {}, body }: Call): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const sent = send(
      `${url}${path}`,
      {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(host ? { host } : {}), ...headers },
        ...(host ? { servername: host } : {}),
        ...(ca ? { ca } : {}),
      },
      (answer) => json(answer).then(resolve, reject),
    );
    sent.on('error', reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}

async function show(site: Site, token: string) {
  const answer = await call(site, { path: `/api/portal/public/account/harbor/${token}` });
  return shownSchema.parse(answer).account;
}

/** Returns the state of the payment and then of the invoice. */
export async function payByCard(
  { site, sandbox, token }: { site: Site; sandbox: Sandbox; token: string },
  quote: { amount: number; fee: number },
): Promise<string[]> {
  const { requestId } = await show(site, token);
  const card = await sandbox.cardToken(HARBOR, CARDS.pays);
  const answer = await call(site, {
    path: `/api/portal/request/${requestId}/full/submit`,
    headers: { authorization: `Link ${token}`, 'idempotency-key': randomUUID() },
    body: { processor: 'payengine', quote, paymentInfo: { paymentType: 'card', token: card } },
  });
  const { status, message } = answerSchema.parse(answer);
  return [status ?? message ?? '', (await show(site, token)).status];
}
