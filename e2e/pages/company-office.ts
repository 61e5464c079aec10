/** The company's side of a conversation with a payer, and its cash payments, through the provider API. */
import { insertApiKey, queryOne } from '../database.ts';
import type { Portal } from '../portal.ts';

type Inquiry = { id: string; text: string; kind: string };

export async function openOffice({ dataDir, url }: Portal, domain: string) {
  const authorization = `Bearer ${await insertApiKey(dataDir, domain)}`;
  const base = `${url}/api/provider/v1`;
  const post = async <Answer>(path: string, key: string, body: object): Promise<Answer> => {
    const answered = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    if (!answered.ok) throw new Error(`${path} was refused: ${await answered.text()}`);
    // The cast is safe because the API documents this shape.
    return (await answered.json()) as Answer;
  };
  return {
    async answer(asked: string, answer: string): Promise<Inquiry> {
      const page = await fetch(`${base}/inquiries?state=open`, { headers: { authorization } });
      // The cast is safe because the API documents this shape.
      const { data } = (await page.json()) as { data: Inquiry[] };
      const inquiry = data.find(({ text }) => text === asked);
      if (!inquiry) throw new Error(`Nobody asked: ${asked}`);
      await post(`/inquiries/${inquiry.id}/answer`, inquiry.id, { answer });
      return inquiry;
    },

    async recordCash(invoiceRef: string, amount: number): Promise<void> {
      const { id: invoiceId } = await queryOne<{ id: string }>(
        dataDir,
        'select id from invoices where account_ref = $1',
        [invoiceRef],
      );
      const reference = `${invoiceRef} ${amount}`;
      await post('/manual-payments', reference, {
        invoiceId,
        amount,
        method: 'CASH',
        reference,
      });
    },
  };
}
