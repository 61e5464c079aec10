/** An invoice of one dollar that the owner pays to try the keys (docs/console.md). */

import { newCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import { newInvoiceSchema } from '@quittance/contract/invoices/provider-schemas';
import type { ProviderAnswer } from '@quittance/contract/provider-routes';
import { findCustomerByNumber } from '../../customers/customer-records.ts';
import { createCustomer } from '../../customers/manage-customers.ts';
import { createInvoice, findToday } from '../../invoices/issue-invoice.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor, ProviderTx } from '../../platform/audit/recorded-action.ts';
import { createLink } from '../../requests/manage-links.ts';

const CUSTOMER = { customerRef: 'TEST', firstName: 'Test', lastName: 'Payment' };
const ONE_DOLLAR = 100;

export async function createTestPayment(
  tx: ProviderTx,
  deps: Deps,
  actor: Actor,
): Promise<ProviderAnswer<'createTestPayment'>> {
  const { customerRef } = CUSTOMER;
  const known = await findCustomerByNumber(tx, { companyId: actor.companyId, customerRef });
  if (!known) await createCustomer(tx, deps, { actor, input: newCustomerSchema.parse(CUSTOMER) });
  const input = newInvoiceSchema.parse({
    customerRef,
    accountRef: `TEST-${deps.entropy.uuid().slice(0, 8)}`,
    productName: 'Test payment',
    total: ONE_DOLLAR,
    dueDate: await findToday(tx, deps, actor),
  });
  const { id: invoiceId, accountRef } = await createInvoice(tx, deps, { actor, input });
  const { url } = await createLink(tx, deps, { actor, to: { invoiceId } });
  return { invoiceId, accountRef, url };
}
