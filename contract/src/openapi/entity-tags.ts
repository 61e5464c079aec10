/** The calls of the provider API that answer an entity tag, and those that accept it in `If-Match`. */
import type { z } from 'zod';
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { isReadRoute, type ProviderRoute } from '../http/provider-route.ts';
import {
  providerInvoiceDetailSchema,
  providerInvoiceSchema,
} from '../invoices/provider-schemas.ts';

const GUARDED = ['invoiceId', 'customerId'] as const;

const TAGGED: ReadonlySet<z.ZodType> = new Set<z.ZodType>([
  providerInvoiceSchema,
  providerInvoiceDetailSchema,
  providerCustomerSchema,
]);

export const isTagged = ({ answer }: Pick<ProviderRoute, 'answer'>) => TAGGED.has(answer);

/** The parameter that names the object to compare, or null if the call cannot be conditional. */
export function guardedParam(route: ProviderRoute): (typeof GUARDED)[number] | null {
  if (isReadRoute(route) || route.bodyType) return null;
  return GUARDED.find((param) => route.path.split('/')[2] === `{${param}}`) ?? null;
}
