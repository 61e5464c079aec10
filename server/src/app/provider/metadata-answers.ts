/** Stores the metadata that a call brings, and adds the stored metadata to its answer. */
import {
  customerPageSchema,
  providerCustomerSchema,
} from '@quittance/contract/customers/provider-schemas';
import { metadataChangeSchema } from '@quittance/contract/http/metadata';
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import { customerIdSchema } from '@quittance/contract/ids';
import { providerPaymentSchema } from '@quittance/contract/invoices/payment-provider-schemas';
import {
  invoicePageSchema,
  providerInvoiceDetailSchema,
  providerInvoiceSchema,
} from '@quittance/contract/invoices/provider-schemas';
import {
  paymentPageSchema,
  providerPaymentDetailSchema,
} from '@quittance/contract/payments/provider-schemas';
import { z } from 'zod';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { changeMetadata, findMetadata } from '../../platform/database/metadata.ts';

const OBJECTS: ReadonlySet<z.ZodType> = new Set<z.ZodType>([
  providerInvoiceSchema,
  providerInvoiceDetailSchema,
  providerCustomerSchema,
  providerPaymentSchema,
  providerPaymentDetailSchema,
]);
const PAGES: ReadonlySet<z.ZodType> = new Set<z.ZodType>([
  invoicePageSchema,
  customerPageSchema,
  paymentPageSchema,
]);

const bodySchema = z.looseObject({ metadata: metadataChangeSchema });
const objectSchema = z.looseObject({ id: z.uuid(), customerId: customerIdSchema.optional() });
const pageSchema = z.looseObject({ data: z.array(objectSchema) });
type Shown = z.infer<typeof objectSchema>;

async function withStored(tx: Tx, { companyId }: Actor, objects: Shown[]): Promise<Shown[]> {
  const ids = objects.map(({ id }) => id);
  const stored = await findMetadata(tx, companyId, ids);
  return objects.map((object) => ({ ...object, metadata: stored.get(object.id) ?? {} }));
}

/** `body` is missing if the object is only read. */
export async function withMetadata(
  tx: Tx,
  { answer: schema }: Pick<ProviderRoute, 'answer'>,
  { actor, answer, body }: { actor: Actor; answer: unknown; body?: unknown },
): Promise<unknown> {
  if (PAGES.has(schema)) {
    const page = pageSchema.parse(answer);
    return { ...page, data: await withStored(tx, actor, page.data) };
  }
  if (!OBJECTS.has(schema)) return answer;
  const object = objectSchema.parse(answer);
  const change = bodySchema.safeParse(body).data?.metadata;
  if (change) {
    const customerId = object.customerId ?? customerIdSchema.parse(object.id);
    const owner = { companyId: actor.companyId, objectId: object.id, customerId };
    await changeMetadata(tx, owner, change);
  }
  const [shown] = await withStored(tx, actor, [object]);
  return shown;
}
