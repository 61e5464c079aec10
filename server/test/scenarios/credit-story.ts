/** A paid invoice whose customer gets credit, as the company's own systems act on it by the provider API. */
import { oneOf } from '../../../domain/test/full-run.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import type { World } from '../world/world.ts';

export type Story = Awaited<ReturnType<typeof paid>>;

/** An invoice of $100.00, paid by card with a fee of $3.30 or by another way. */
export async function paid(
  world: World,
  how: 'card' | 'debit' | 'check' = 'card',
  company?: TestCompany,
) {
  const of =
    company ??
    (await world.company({
      processor: oneOf(['stripe', 'payengine', 'fiserv'] as const, 1)[0] ?? 'stripe',
    }));
  const invoice = await world.invoice(of);
  const call = await createProvider(world, of);
  if (how === 'check') {
    const check = {
      invoiceId: invoice.invoiceId,
      amount: 10_000,
      method: 'CHECK',
      reference: '1001',
    };
    await call('POST', '/manual-payments', { body: check, key: 'check' });
  } else {
    await world.payer(of, invoice).pay(how === 'debit' ? { bank: BANK_ACCOUNTS.pays } : {});
  }
  const [{ id: paymentId }] = (await call('GET', '/payments')).body.data;
  let count = 0;
  const post = (path: string, body: object) => {
    count += 1;
    return call('POST', path, { body, key: `call-${count}` });
  };
  return { company: of, invoice, call, post, paymentId: String(paymentId) };
}

export const note = ({ post }: Story, { invoiceId }: TestInvoice, amount: number) =>
  post(`/invoices/${invoiceId}/credit-notes`, { amount, reason: 'Fewer hours' });

export const refund = ({ post, paymentId }: Story, input: object = {}) =>
  post(`/payments/${paymentId}/refunds`, { reason: 'Asked for the money', ...input });

export const preview = ({ call, paymentId }: Story, body: object = {}) =>
  call('POST', `/payments/${paymentId}/refunds/preview`, { body });

export const apply = ({ post, company }: Story, { invoiceId }: TestInvoice, amount: number) =>
  post(`/customers/${company.customerId}/credit/apply`, { invoiceId, amount });

export const readInvoice = async (call: Provider, { invoiceId }: TestInvoice) =>
  (await call('GET', `/invoices/${invoiceId}`)).body;

export const readCredit = async ({ call, company }: Story) =>
  (await call('GET', `/customers/${company.customerId}`)).body.credit;

export const reverseCheck = ({ post, paymentId }: Story) =>
  post(`/manual-payments/${paymentId}/reverse`, { cause: 'BOUNCED', reason: 'No funds' });
