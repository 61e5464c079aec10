/**
 * The port that every processor adapter implements. A processor's own names, amounts and statuses never cross it.
 * Every call returns one of the outcomes below.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { AttemptId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments/portal-schemas';
import type { AchAccountType, ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import type { DeclineClass } from '@quittance/domain/dunning/declines';
import type { Disputes, Payouts } from './after-settlement.ts';
import type { Secret } from './secret.ts';
import type { Webhooks } from './webhooks.ts';

/** Data that the browser needs for the processor's fields. The secret part stays on the server. */
export type FieldSession = {
  public: Readonly<Record<string, string | number>>;
  secretToken: Secret | null;
  expiresAt: Instant;
};

/** A page of the bank's 3-D Secure service, to which the browser posts the token from a hidden frame. */
export type DeviceCollection = { url: string; token: string; reference: string };

export type NewSource = {
  kind: 'new';
  token: Secret;
  /** As stated by the payer (R45). */
  accountType?: AchAccountType | null;
  /** Reported by the browser, for processors that do not return all of these details. */
  claimed?: ClaimedMethod | null;
};

export type SavedSource = {
  kind: 'saved';
  token: Secret;
  expiresMonth: number | null;
  expiresYear: number | null;
  schemeReference: string | null;
  processorCustomer: string | null;
  accountType?: AchAccountType | null;
};

export type ChargeSource = NewSource | SavedSource;

export type Payer = {
  firstName: string;
  lastName: string;
  email: string | null;
  /** Our customer id, which identifies the customer at the processor. */
  reference: string;
  /** For bank debits, if the account requires it. */
  bornOn?: IsoDate | null;
};

/** Evidence of the payer's consent. The IP is that of the connection, never one that the browser sends. */
export type Evidence = { ipAddress: string; userAgent: string };

export type ChargeOrder = {
  /** Our attempt id, used to look up the charge if its response is lost. */
  reference: AttemptId;
  /** The total, including the fee. */
  amountCents: Cents;
  kind: ChargeKind;
  source: ChargeSource;
  initiator: 'CIT' | 'MIT';
  series: 'single' | 'installment' | 'recurring';
  invoiceRef: string;
  payer: Payer;
  savesMethod: boolean;
  /** Collected by the processor's script for 3-D Secure: the browser data itself, or a reference to it. */
  browserInfo: string | null;
  device: DeviceInfo | null;
  evidence: Evidence;
  returnUrl: string;
};

export type MethodSnapshot = { brand: string | null; last4: string };

/** Details of a new method as reported by the browser's fields, and recorded as claimed. */
export type ClaimedMethod = MethodSnapshot & {
  /** Format: '2027-04'. */
  expires?: string | undefined;
  holder?: string | undefined;
};

export type SavedMethod = MethodSnapshot & {
  token: Secret;
  kind: ChargeKind;
  expiresMonth: number | null;
  expiresYear: number | null;
  schemeReference: string | null;
  processorCustomer: string | null;
  /** The processor's identifier of the card or account, which is the same for all of its tokens (R46). */
  fingerprint?: string | null;
  holder?: string | null;
  /** True if some of the details were reported only by the browser. */
  isClaimed?: boolean;
  accountType?: AchAccountType | null;
};

/** A refund of a charge in the processor's records: ours, or one made in the processor's dashboard. */
export type BookedRefund = {
  /** The processor's refund id. A refund is booked only once per id. */
  refundReference: string;
  /** Our refund id, if the refund was ordered here. */
  reference: string | null;
  amountCents: Cents;
  /** A succeeded refund can still fail later, if the payer's bank sends it back. */
  state: 'pending' | 'succeeded' | 'failed';
  reason: string | null;
};

/** A dispute of a card charge. `open` holds the money; `lost` takes it back permanently. */
export type BookedDispute = {
  disputeReference: string;
  state: 'open' | 'won' | 'lost';
  amountCents: Cents;
  code: string;
  /** Deadline for evidence. Null if there is none. */
  dueAt?: Instant | null;
  /** The processor still accepts evidence. */
  awaitsEvidence?: boolean;
};

/** As reported by the processor. `charge` compares it with the order. */
export type Booked = {
  processorReference: string;
  amountCents: Cents;
  currency: string;
  method: (MethodSnapshot & Partial<Pick<SavedMethod, 'expiresMonth' | 'expiresYear'>>) | null;
  saved: SavedMethod | null;
  /** All refunds, oldest first. Absent if the response does not report them. */
  refunds?: readonly BookedRefund[];
  /** All disputes, oldest first. Absent if the response does not report them. */
  disputes?: readonly BookedDispute[];
};

export type Succeeded = Booked & { kind: 'succeeded' };
/** A bank debit that was accepted and can still be returned. */
export type Pending = Booked & { kind: 'pending' };
export type Returned = Booked & { kind: 'returned'; code: string };
export type ActionRequired = {
  kind: 'action_required';
  processorReference: string;
  /** Data that the browser needs for the challenge. Null in a lookup. */
  threeDSData: string | null;
};
export type Declined = {
  kind: 'declined';
  processorReference: string | null;
  code: string;
  message: string;
  class: DeclineClass;
  /** The account may not have the method or customer named in the order. */
  isMissing?: true;
};
/** The connection was never made, so nothing can have been charged. */
export type NotSent = { kind: 'not_sent'; reason: string };
/** Any other outcome. Never treated as a failure. */
export type Unknown = {
  kind: 'unknown';
  reason: string;
  /** Set by a lookup if the processor does not accept the keys. */
  isKeyRefused?: true;
};
/** The lookup found no charge under our reference. This does not prove that none will appear. */
export type NotFound = { kind: 'not_found' };

export type Outcome =
  | Succeeded
  | Pending
  | Returned
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

export type ListedCharge = {
  /** Our attempt id for charges made here; otherwise any text or null. */
  reference: string | null;
  invoiceRef: string | null;
  kind: ChargeKind;
  outcome: Outcome;
};

export type TimeSpan = { from: Instant; to: Instant };

export type ChargeLookup = {
  reference: AttemptId;
  processorReference: string | null;
  /** The order as sent, while it is stored. Some results need data that only the order contains. */
  order?: ChargeOrder;
};

export type WaitingCharge = Pick<ChargeLookup, 'reference'> & { processorReference: string };

export type RefundOrder = {
  reference: string;
  processorReference: string;
  amountCents: Cents;
  /** Refunds reach a bank account later than a card. */
  kind: ChargeKind;
};
export type RefundOutcome =
  | { kind: 'refunded'; refundReference: string }
  /** Accepted but not completed. A lookup of the charge reports the result. */
  | { kind: 'pending'; refundReference: string }
  | { kind: 'refused'; refundReference: string | null; message: string }
  /** The processor did not process the order (throttled, unauthenticated). Nothing was refunded; retry later. */
  | { kind: 'deferred'; reason: string }
  | Unknown;

/**
 * `canceled` proves that the payer can no longer complete the charge. For processors that charge only after the
 * challenge, `not_found` proves it too.
 */
export type CancelOutcome = { kind: 'canceled' } | NotFound | { kind: 'not_cancelable' } | Unknown;

export type Charges = {
  /** Defines whether and for how long the same charge may be resent after its response was lost. */
  resend: { kind: 'never' } | { kind: 'same_key'; withinMs: number };
  charge(order: ChargeOrder): Promise<Outcome>;
  /** Returns whether charges are currently refused without being sent, because the circuit is open. */
  isPaused?(): boolean;
  lookup(charge: ChargeLookup): Promise<Outcome | NotFound>;
  /**
   * Returns all charges within a time span, and older ones that were refunded or disputed within it. Throws if the
   * list is incomplete. Undefined if the processor has no list, in which case charges can only be looked up one by
   * one.
   */
  list?(span: TimeSpan): Promise<ListedCharge[]>;
  /** Cancels a charge that is waiting for the payer's bank. A completed charge is not affected. */
  cancel?(charge: WaitingCharge): Promise<CancelOutcome>;
  /**
   * The server's step after the browser's challenge, for processors that charge only at that point. Right before
   * the charge is sent, the adapter calls `permit`, which records the first send and refuses a send that could
   * charge twice.
   */
  finishAction?(
    order: ChargeOrder,
    processorReference: string,
    permit: () => Promise<boolean>,
  ): Promise<Outcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
};

export type SetupOrder = Pick<
  ChargeOrder,
  'kind' | 'payer' | 'evidence' | 'returnUrl' | 'browserInfo'
> & {
  reference: string;
  token: Secret;
  claimed: ClaimedMethod | null;
  accountType?: AchAccountType | null;
};

export type SetupOutcome =
  | { kind: 'saved'; method: SavedMethod }
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

/** A saved method as the processor has it now. */
export type FoundMethod = {
  kind: 'found';
  method: SavedMethod;
  /** The payer's authorization for debits from the account has ended. */
  isRevoked: boolean;
};

export type Methods = {
  /**
   * Saves a method without charging it. The same order may be sent again after its response was lost. At worst, the
   * processor has an unused method.
   */
  save(order: SetupOrder): Promise<SetupOutcome>;
  /** Returns the state of a setup that is waiting for the payer's bank, for processors with asynchronous setups. */
  findSaved?(processorReference: string): Promise<SetupOutcome>;
  /**
   * Returns a method that the processor reports as changed, for example by a card updater. The reference is that of
   * the event, and may be one of the method or of its mandate.
   */
  findChanged?(reference: string): Promise<FoundMethod | NotFound | Unknown>;
  /** Deletes the token at the processor, if its API can. Idempotent. */
  forget(method: Pick<SavedMethod, 'token' | 'kind' | 'processorCustomer'>): Promise<void>;
  /**
   * Deletes what else was created for a person of whom no method is left. Idempotent, throws if something remains.
   * `kept`: no call deletes what the processor stores. Absent if only tokens are created.
   */
  forgetCustomer?(person: KnownCustomer): Promise<'deleted' | 'kept'>;
};

/** `reference` is our customer id. `ids` are the customers at the processor that are stored with methods. */
export type KnownCustomer = { reference: string; ids: readonly string[] };

/** An offer that the payer's browser confirms at the processor (R44). */
export type IntentOrder = Pick<
  ChargeOrder,
  'reference' | 'amountCents' | 'kind' | 'invoiceRef' | 'payer' | 'savesMethod'
> & {
  /** Version of the quote. The processor stores it with the amount and reports it with the charge. */
  quote: number;
};

/** `clientSecret` lets a browser confirm the charge. It is returned to the payer and never stored. */
export type Offered = { kind: 'offered'; processorReference: string; clientSecret: Secret };

export type OfferOutcome = Offered | Declined | NotSent | Unknown;

/** `open`: no money has moved and the intent may still be confirmed. `closed`: it can never be confirmed. */
export type FoundIntent =
  | ((Succeeded | Pending | Returned) & { quote: number })
  | { kind: 'open' }
  | { kind: 'closed' }
  | NotFound
  | Unknown;

export type Intents = {
  /** The same order may be sent again. */
  offer(order: IntentOrder): Promise<OfferOutcome>;
  change(order: IntentOrder, processorReference: string): Promise<OfferOutcome>;
  find(processorReference: string): Promise<FoundIntent>;
  cancel(processorReference: string): Promise<CancelOutcome>;
  /** Offers to save a method. The payer's browser confirms the offer, and `findSaved` returns its state. */
  offerSetup(order: Pick<SetupOrder, 'reference' | 'kind' | 'payer'>): Promise<OfferOutcome>;
  cancelSetup(processorReference: string): Promise<CancelOutcome>;
};

export type Fields = {
  open(): Promise<FieldSession>;
  /**
   * Starts the collection of device data for 3-D Secure. Its reference becomes `browserInfo` of the order. Returns
   * null if the card is charged without it.
   */
  beginDeviceData?(source: ChargeSource): Promise<DeviceCollection | null>;
};

/** `field` is the setting that the processor does not accept. */
export type Verification =
  | { kind: 'accepted' }
  | { kind: 'refused'; field: string; message: string }
  | { kind: 'no_response'; message: string };

export type Processor = {
  name: ProcessorName;
  /** Makes harmless calls that show whether the processor accepts the keys and settings. */
  verify(): Promise<Verification>;
  charges: Charges;
  methods: Methods;
  /** Present if a browser can confirm a charge without our server. */
  intents?: Intents;
  webhooks?: Webhooks;
  fields?: Fields;
  /** Absent if the processor documents no API for payouts. */
  payouts?: Payouts;
  /** Absent if evidence against disputes is submitted in the processor's own tools. */
  disputes?: Disputes;
};
