/**
 * Evidence against disputes at Stripe. A dispute takes one submission, so a repeated one is compared with the
 * dispute: if Stripe has evidence and no longer waits for it, the first submission has arrived.
 */
import type { EvidenceFileKind, EvidenceTexts } from '@quittance/contract/payments/dispute-schemas';
import type Stripe from 'stripe';
import type { DisputeEvidence, Disputes } from '../after-settlement.ts';
import { unknown } from '../outcomes.ts';
import { fromError, isRefused, toReason } from './from-error.ts';

type Fields = Stripe.DisputeUpdateParams.Evidence;

const FILES = {
  RECEIPT: 'receipt',
  COMMUNICATION: 'customer_communication',
  CONTRACT: 'customer_signature',
  SERVICE: 'service_documentation',
  REFUND_POLICY: 'refund_policy',
  OTHER: 'uncategorized_file',
} as const satisfies Record<EvidenceFileKind, keyof Fields>;

const TEXTS = {
  explanation: 'uncategorized_text',
  product: 'product_description',
  serviceDate: 'service_date',
  refundRefusal: 'refund_refusal_explanation',
} as const satisfies Record<keyof EvidenceTexts, keyof Fields>;

function toFields({ texts, files, customerName }: DisputeEvidence): Fields {
  const named = (
    names: Readonly<Record<string, string>>,
    values: Readonly<Record<string, string | undefined>>,
  ) =>
    Object.entries(names).flatMap(([own, theirs]) => {
      const value = values[own];
      return value === undefined ? [] : [[theirs, value]];
    });
  return {
    customer_name: customerName,
    ...Object.fromEntries([...named(TEXTS, texts), ...named(FILES, files)]),
  };
}

function fromFailure(error: unknown) {
  if (isRefused(error) && error instanceof Error) {
    return { kind: 'refused', message: error.message } as const;
  }
  const reason = toReason(error);
  return fromError(error).kind === 'not_sent'
    ? ({ kind: 'deferred', reason } as const)
    : unknown(reason);
}

async function isSubmitted(stripe: Stripe, id: string): Promise<boolean> {
  const { status, evidence_details: details } = await stripe.disputes.retrieve(id);
  return status !== 'needs_response' && details.submission_count > 0;
}

export function toDisputes(stripe: Stripe): Disputes {
  return {
    async upload({ reference, name, type, content }) {
      try {
        const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
        const { id: fileReference } = await stripe.files.create(
          { purpose: 'dispute_evidence', file: { data, name, type } },
          { idempotencyKey: `evidence-file-${reference}` },
        );
        return { kind: 'uploaded', fileReference };
      } catch (error) {
        return fromFailure(error);
      }
    },
    async submit(evidence) {
      const { reference, disputeReference } = evidence;
      try {
        const params = { evidence: toFields(evidence), submit: true };
        await stripe.disputes.update(disputeReference, params, {
          idempotencyKey: `evidence-${reference}`,
        });
        return { kind: 'submitted' };
      } catch (error) {
        const failed = fromFailure(error);
        if (failed.kind !== 'refused') return failed;
        try {
          return (await isSubmitted(stripe, disputeReference)) ? { kind: 'submitted' } : failed;
        } catch (unanswered) {
          return unknown(toReason(unanswered));
        }
      }
    },
  };
}
