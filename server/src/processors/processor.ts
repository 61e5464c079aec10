/**
 * The port every processor's adapter implements: a small required core. Foreign words, amounts and
 * statuses never pass it; what comes back is one of a handful of outcomes.
 */
import type { AttemptId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import type { Secret } from './secret.ts';

export type ChargeOrder = {
  /** Our attempt's id: what the charge is found by when its answer is lost. */
  reference: AttemptId;
  /** Everything that is taken, the fee included. */
  amountCents: Cents;
  kind: ChargeKind;
  token: Secret;
  initiator: 'CIT' | 'MIT';
  invoiceRef: string;
  /** The processor's own description of the browser, for 3-D Secure. */
  browserInfo: string | null;
  keepsMethod: boolean;
};

export type MethodSnapshot = { brand: string | null; last4: string };

/** What the processor says it did; `charge` compares it with what was asked. */
type Booked = {
  processorReference: string;
  amountCents: Cents;
  currency: string;
  method: MethodSnapshot | null;
};

export type Succeeded = Booked & { kind: 'succeeded' };
export type Pending = Booked & { kind: 'pending' };
export type Returned = Booked & { kind: 'returned'; code: string };
export type ActionRequired = {
  kind: 'action_required';
  processorReference: string;
  /** What the browser's challenge needs; a look-up no longer knows it. */
  threeDSData: string | null;
};
export type Declined = {
  kind: 'declined';
  processorReference: string | null;
  code: string;
  /** The issuer's words for the payer. */
  message: string;
};
/** The connection was never made, so nothing can have been charged. */
export type NotSent = { kind: 'not_sent'; reason: string };
/** Anything else we cannot read as one of the above. Never treated as a failure. */
export type Unknown = { kind: 'unknown'; reason: string };
/** A look-up that found no charge under our reference: not proof that none will appear. */
export type NotFound = { kind: 'not_found' };

export type Outcome =
  | Succeeded
  | Pending
  | Returned
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

export type Charges = {
  /** Whether the same charge may be sent again when its answer was lost. */
  resend: 'safe' | 'never';
  charge(order: ChargeOrder): Promise<Outcome>;
  lookup(reference: AttemptId): Promise<Outcome | NotFound>;
};

/** A verified webhook reduced to a hint: which attempt to ask about. */
export type WebhookHint = { eventId: string; eventType: string; reference: string | null };

export type Webhooks = {
  /** Null when the signature is not right, too old, or the body is no event. */
  verify(input: { rawBody: string; headers: Readonly<Record<string, string>> }): WebhookHint | null;
};

export type Processor = { name: ProcessorName; charges: Charges; webhooks?: Webhooks };

export type Credentials = {
  merchantId: string | null;
  processorKey: Secret;
  webhookSecret: Secret | null;
};
