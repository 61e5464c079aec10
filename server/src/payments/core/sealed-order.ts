/**
 * The charge order, stored encrypted with an open attempt. A charge whose response was lost is sent again
 * unchanged, and a 3-D Secure challenge continues with the same order. The order is erased when the attempt becomes
 * final.
 */
import { type Instant, instantSchema, isoDateSchema } from '@quittance/contract/dates';
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { deviceInfoSchema, paymentInfoSchema } from '@quittance/contract/methods/portal-schemas';
import { centsSchema } from '@quittance/contract/money';
import { achAccountTypeSchema, chargeKindSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import { type Sealer, sealContext } from '../../platform/sealing/seal.ts';
import type { ChargeOrder } from '../../processors/processor.ts';
import { Secret } from '../../processors/secret.ts';

const secretSchema = z.string().transform((text) => new Secret(text));

/** Absent in orders sealed by an earlier release. */
const accountShape = { accountType: achAccountTypeSchema.nullable().default(null) };

const orderSchema = z
  .object({
    reference: attemptIdSchema,
    amountCents: centsSchema,
    kind: chargeKindSchema,
    source: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('new'),
        token: secretSchema,
        claimed: paymentInfoSchema.shape.claimedMethod.unwrap().nullable().default(null),
        ...accountShape,
      }),
      z.object({
        kind: z.literal('saved'),
        token: secretSchema,
        expiresMonth: z.number().nullable(),
        expiresYear: z.number().nullable(),
        schemeReference: z.string().nullable(),
        processorCustomer: z.string().nullable(),
        ...accountShape,
      }),
    ]),
    initiator: z.enum(['CIT', 'MIT']),
    series: z.enum(['single', 'installment', 'recurring']),
    invoiceRef: z.string(),
    payer: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable(),
      reference: z.string(),
      /** Absent in orders sealed by an earlier release. */
      bornOn: isoDateSchema.nullable().default(null),
    }),
    /** The property keeps its original name, because orders sealed by an earlier release may still be open. */
    keepsMethod: z.boolean(),
    browserInfo: z.string().nullable(),
    device: deviceInfoSchema.nullable(),
    evidence: z.object({ ipAddress: z.string(), userAgent: z.string() }),
    returnUrl: z.string(),
    threeDSData: z.string().optional(),
    afterChallenge: z.object({ kind: z.enum(['charge', 'cancel']), at: instantSchema }).optional(),
  })
  .transform(({ keepsMethod, threeDSData = null, afterChallenge: step = null, ...order }) => ({
    order: { ...order, savesMethod: keepsMethod },
    threeDSData,
    step,
  }));

export type ChallengeStep = { kind: 'charge' | 'cancel'; at: Instant };

export type OpenedOrder = {
  order: ChargeOrder;
  /** The data with which the payer's browser opens the challenge again. */
  threeDSData: string | null;
  step: ChallengeStep | null;
};

export function sealOrder(
  sealer: Sealer,
  companyId: CompanyId,
  { order, threeDSData, step }: OpenedOrder,
): string {
  const { source, savesMethod: keepsMethod, ...rest } = order;
  const challenge = {
    ...(threeDSData === null ? {} : { threeDSData }),
    ...(step ? { afterChallenge: step } : {}),
  };
  const token = source.token.reveal();
  const plain = { ...rest, ...challenge, keepsMethod, source: { ...source, token } };
  const place = sealContext.order({ companyId, attemptId: order.reference });
  return sealer.seal(JSON.stringify(plain), place);
}

type SealedOrder = { companyId: CompanyId; id: ChargeOrder['reference']; orderSealed: string };

export function openOrder(
  sealer: Sealer,
  { companyId, id, orderSealed }: SealedOrder,
): OpenedOrder {
  const text = sealer.open(orderSealed, sealContext.order({ companyId, attemptId: id }));
  return orderSchema.parse(JSON.parse(text));
}
