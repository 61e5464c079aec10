/** The calls of the provider API that answer an entity tag, and those that accept it in `If-Match`. */
import type { z } from 'zod';
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { isReadRoute, type ProviderRoute } from '../http/provider-route.ts';
import { providerPaymentSchema } from '../invoices/payment-provider-schemas.ts';
import {
  providerInvoiceDetailSchema,
  providerInvoiceSchema,
} from '../invoices/provider-schemas.ts';
import { providerPaymentDetailSchema } from '../payments/provider-schemas.ts';
import { providerContractSchema, providerProjectSchema } from '../projects/provider-schemas.ts';

const GUARDED = ['invoiceId', 'customerId', 'paymentId', 'projectId', 'contractId'] as const;
type GuardedParam = (typeof GUARDED)[number];

/** Only PATCH is conditional: other calls lock other rows before the row that would be compared. */
const PATCHED: ReadonlySet<GuardedParam> = new Set(['paymentId', 'projectId', 'contractId']);

const TAGGED: ReadonlySet<z.ZodType> = new Set<z.ZodType>([
  providerInvoiceSchema,
  providerInvoiceDetailSchema,
  providerCustomerSchema,
  providerPaymentSchema,
  providerPaymentDetailSchema,
  providerProjectSchema,
  providerContractSchema,
]);

export const isTagged = ({ answer }: Pick<ProviderRoute, 'answer'>) => TAGGED.has(answer);

/** The parameter that names the object to compare, or null if the call cannot be conditional. */
export function guardedParam(route: ProviderRoute): GuardedParam | null {
  if (isReadRoute(route) || route.bodyType) return null;
  const param = GUARDED.find((each) => route.path.split('/')[2] === `{${each}}`);
  return param && (route.method === 'PATCH' || !PATCHED.has(param)) ? param : null;
}
