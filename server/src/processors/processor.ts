/**
 * The port every processor's adapter implements: a small required core. Foreign words, amounts and
 * statuses never pass it; what comes back is one of a handful of outcomes.
 */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import type { DeclineClass } from '@quittance/domain/dunning/declines';
import type { Secret } from './secret.ts';

/** Typed just now into the processor's own fields. */
export type NewSource = { kind: 'new'; token: Secret };

/** Kept from an earlier payment, with what the processor wants to see again beside its token. */
export type SavedSource = {
  kind: 'saved';
  token: Secret;
  expiresMonth: number | null;
  expiresYear: number | null;
  schemeReference: string | null;
  processorCustomer: string | null;
};

export type ChargeSource = NewSource | SavedSource;

export type Payer = {
  firstName: string;
  lastName: string;
  email: string | null;
  /** Our customer's id: the same person is the same customer at the processor. */
  reference: string;
};

/** Where and with what the payer agreed; the connection's own address, never a claimed one. */
export type Evidence = { ipAddress: string; userAgent: string };

export type ChargeOrder = {
  /** Our attempt's id: what the charge is found by when its answer is lost. */
  reference: AttemptId;
  /** Everything that is taken, the fee included. */
  amountCents: Cents;
  kind: ChargeKind;
  source: ChargeSource;
  initiator: 'CIT' | 'MIT';
  series: 'single' | 'installment' | 'recurring';
  invoiceRef: string;
  payer: Payer;
  savesMethod: boolean;
  /** The processor's own description of the browser, for 3-D Secure. */
  browserInfo: string | null;
  device: DeviceInfo | null;
  evidence: Evidence;
  /** A page of ours, for processors that insist on one. */
  returnUrl: string;
};

export type MethodSnapshot = { brand: string | null; last4: string };

/** A method the processor keeps for us, and what charging it again will need. */
export type SavedMethod = MethodSnapshot & {
  token: Secret;
  kind: ChargeKind;
  expiresMonth: number | null;
  expiresYear: number | null;
  schemeReference: string | null;
  processorCustomer: string | null;
};

/** What the processor says it did; `charge` compares it with what was asked. */
type Booked = {
  processorReference: string;
  amountCents: Cents;
  currency: string;
  method: MethodSnapshot | null;
  kept: SavedMethod | null;
};

export type Succeeded = Booked & { kind: 'succeeded' };
/** A bank debit that was accepted and can still be sent back. */
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
  class: DeclineClass;
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

/** A line of the processor's own list of charges, with what it carries of ours. */
export type ListedCharge = {
  /** Our attempt's id, where the charge was made by us; anything or nothing, where it was not. */
  reference: string | null;
  invoiceRef: string | null;
  kind: ChargeKind;
  outcome: Outcome;
};

export type TimeSpan = { from: Instant; to: Instant };

export type SoughtCharge = {
  reference: AttemptId;
  processorReference: string | null;
  /** As it was sent, while it is kept: what is found may be told with what only the order knows. */
  order?: ChargeOrder;
};

export type RefundOrder = { reference: string; processorReference: string; amountCents: Cents };
export type RefundOutcome =
  | { kind: 'refunded'; refundReference: string }
  | { kind: 'refused'; message: string }
  | Unknown;

export type Charges = {
  /** Whether the same charge may be sent again when its answer was lost, and for how long. */
  resend: { kind: 'never' } | { kind: 'same_key'; withinMs: number };
  charge(order: ChargeOrder): Promise<Outcome>;
  lookup(charge: SoughtCharge): Promise<Outcome | NotFound>;
  /**
   * Every charge made within a span of time, whoever made it; throws when the list cannot be had
   * whole. Left out where the processor has no list: then charges can only be asked about one by one.
   */
  list?(span: TimeSpan): Promise<ListedCharge[]>;
  /** Gives up a charge that nobody finished; one that was made meanwhile stays made. */
  cancel?(processorReference: string): Promise<void>;
  /** After the browser's challenge, where the processor wants another step from the server. */
  finishAction?(order: ChargeOrder, processorReference: string): Promise<Outcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
};

export type SetupOrder = Pick<
  ChargeOrder,
  'kind' | 'payer' | 'evidence' | 'returnUrl' | 'browserInfo'
> & {
  reference: string;
  token: Secret;
  /** What the browser saw of the method; for processors that tell the server nothing. */
  claimed: MethodSnapshot | null;
};

export type SetupOutcome =
  | { kind: 'kept'; method: SavedMethod }
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

export type Methods = {
  /**
   * Keeps a method for later without charging it. The same order may be sent again when its answer
   * was lost: at worst the processor holds a method that nobody knows of and nobody charges.
   */
  keep(order: SetupOrder): Promise<SetupOutcome>;
  /** How a keeping stands that waited for the payer's bank; for processors that make one wait. */
  findKept?(processorReference: string): Promise<SetupOutcome>;
  /** May be called again for a method already forgotten. */
  forget(method: { token: Secret; processorCustomer: string | null }): Promise<void>;
};

/** What a browser needs to show or submit the processor's own fields; the secret part stays here. */
export type FieldSession = {
  public: Readonly<Record<string, string | number>>;
  secretToken: Secret | null;
  expiresAt: Instant;
};

export type Fields = { open(): Promise<FieldSession> };

/**
 * A verified webhook reduced to a hint: which charge to ask about, by our attempt's id or, where the
 * event does not carry that, by the processor's own reference.
 */
export type WebhookHint = { eventId: string; eventType: string; reference: string | null };

export type Webhooks = {
  /** Null when the signature is not right, too old, or the body is no event. */
  verify(input: { rawBody: string; headers: Readonly<Record<string, string>> }): WebhookHint | null;
};

export type Processor = {
  name: ProcessorName;
  charges: Charges;
  methods: Methods;
  webhooks?: Webhooks;
  fields?: Fields;
};

export type Credentials = {
  /** Whose they are: one company's trouble is not another's. */
  owner: string;
  merchantId: string | null;
  processorKey: Secret;
  webhookSecret: Secret | null;
  /** Settings of the processor that are no secrets: an API key's public half, a terminal. */
  extra: Readonly<Record<string, string>>;
};
