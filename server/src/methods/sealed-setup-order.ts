/**
 * The order to keep a method as it lies beside its setup, sealed: an answer that was lost is asked
 * for again word for word. It is wiped when the setup is final.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { chargeKindSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import type { KeepOrder } from '../processors/processor.ts';
import { Secret } from '../processors/secret.ts';
import { type Sealer, sealContext } from '../storage/seal.ts';

const orderSchema = z.object({
  reference: z.string(),
  kind: chargeKindSchema,
  token: z.string().transform((text) => new Secret(text)),
  payer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    reference: z.string(),
  }),
  evidence: z.object({ ipAddress: z.string(), userAgent: z.string() }),
  returnUrl: z.string(),
  browserInfo: z.string().nullable(),
  claimed: z.object({ brand: z.string().nullable(), last4: z.string() }).nullable(),
});

/** A setup's id is its reference at the processor. */
export function sealKeepOrder(sealer: Sealer, companyId: CompanyId, order: KeepOrder): string {
  const plain = { ...order, token: order.token.reveal() };
  const place = sealContext.setupOrder({ companyId, setupId: order.reference });
  return sealer.seal(JSON.stringify(plain), place);
}

type Kept = { companyId: CompanyId; id: string; orderSealed: string };

export function openKeepOrder(sealer: Sealer, { companyId, id, orderSealed }: Kept): KeepOrder {
  const text = sealer.open(orderSealed, sealContext.setupOrder({ companyId, setupId: id }));
  return orderSchema.parse(JSON.parse(text));
}
