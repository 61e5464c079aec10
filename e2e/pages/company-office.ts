/** The company's side of a conversation with a payer, through the provider API. */
import { insertApiKey } from '../database.ts';
import type { Portal } from '../portal.ts';

type Inquiry = { id: string; text: string; kind: string };

export async function openOffice({ dataDir, url }: Portal, domain: string) {
  const authorization = `Bearer ${await insertApiKey(dataDir, domain)}`;
  const base = `${url}/api/provider/v1`;
  return {
    async answer(asked: string, answer: string): Promise<Inquiry> {
      const page = await fetch(`${base}/inquiries?state=open`, { headers: { authorization } });
      // The cast is safe because the API documents this shape.
      const { data } = (await page.json()) as { data: Inquiry[] };
      const inquiry = data.find(({ text }) => text === asked);
      if (!inquiry) throw new Error(`Nobody asked: ${asked}`);
      const answered = await fetch(`${base}/inquiries/${inquiry.id}/answer`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          'idempotency-key': inquiry.id,
        },
        body: JSON.stringify({ answer }),
      });
      if (!answered.ok) throw new Error(`The answer was refused: ${await answered.text()}`);
      return inquiry;
    },
  };
}
