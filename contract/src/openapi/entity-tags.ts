/** The calls of the provider API that answer an entity tag, and those that accept it in `If-Match`. */
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { isReadRoute, type ProviderRoute } from '../http/provider-route.ts';
import { providerInvoiceSchema } from '../invoices/provider-schemas.ts';

const GUARDED = ['invoiceId', 'customerId'] as const;

export const isTagged = ({ answer }: Pick<ProviderRoute, 'answer'>) =>
  answer === providerInvoiceSchema || answer === providerCustomerSchema;

/** The parameter that names the object to compare, or null if the call cannot be conditional. */
export function guardedParam(route: ProviderRoute): (typeof GUARDED)[number] | null {
  if (isReadRoute(route) || route.bodyType) return null;
  return GUARDED.find((param) => route.path.split('/')[2] === `{${param}}`) ?? null;
}
