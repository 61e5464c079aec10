/**
 * The setup order, stored encrypted with an open setup so that it can be sent again unchanged if its response was
 * lost. It is erased when the setup becomes final.
 */
import { isoDateSchema } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { paymentInfoSchema } from '@quittance/contract/methods/portal-schemas';
import { achAccountTypeSchema, chargeKindSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import type { SetupOrder } from '../processors/processor.ts';
import { Secret } from '../processors/secret.ts';

const claimedMethodSchema = paymentInfoSchema.shape.claimedMethod.unwrap();

const orderSchema = z.object({
  reference: z.string(),
  kind: chargeKindSchema,
  token: z.string().transform((text) => new Secret(text)),
  payer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    reference: z.string(),
    /** Absent in orders sealed by an earlier release. */
    bornOn: isoDateSchema.nullable().default(null),
  }),
  evidence: z.object({ ipAddress: z.string(), userAgent: z.string() }),
  returnUrl: z.string(),
  browserInfo: z.string().nullable(),
  claimed: claimedMethodSchema.nullable(),
  /** Absent in orders sealed by an earlier release. */
  accountType: achAccountTypeSchema.nullable().default(null),
});

/** A setup's id is its reference at the processor. */
export function sealSetupOrder(sealer: Sealer, companyId: CompanyId, order: SetupOrder): string {
  const plain = { ...order, token: order.token.reveal() };
  const place = sealContext.setupOrder({ companyId, setupId: order.reference });
  return sealer.seal(JSON.stringify(plain), place);
}

type SealedSetup = { companyId: CompanyId; id: string; orderSealed: string };

export function openSetupOrder(
  sealer: Sealer,
  { companyId, id, orderSealed }: SealedSetup,
): SetupOrder {
  const text = sealer.open(orderSealed, sealContext.setupOrder({ companyId, setupId: id }));
  return orderSchema.parse(JSON.parse(text));
}
