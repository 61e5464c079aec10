/**
 * The port that every processor adapter implements. A processor's own names, amounts and statuses never pass it;
 * every call returns one of the outcomes below.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { AttemptId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments/portal-schemas';
import type { AchAccountType, ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import type { DeclineClass } from '@quittance/domain/dunning/declines';
import type { Secret } from './secret.ts';
import type { Webhooks } from './webhooks.ts';

/** What the browser needs for the processor's fields; the secret part stays on the server. */
export type FieldSession = {
  public: Readonly<Record<string, string | number>>;
  secretToken: Secret | null;
  expiresAt: Instant;
};

/** A page of the bank's 3-D Secure service, to which the browser posts the token from a hidden frame. */
export type DeviceCollection = { url: string; token: string; reference: string };

/** Entered just now into the processor's own fields. */
export type NewSource = {
  kind: 'new';
  token: Secret;
  /** Of a bank account, as the payer stated it (R45). */
  accountType?: AchAccountType | null;
  /** As the browser saw it, for processors that do not return all of it. */
  claimed?: ClaimedMethod | null;
};

/** Saved earlier, with what the processor needs besides the token. */
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
  /** For bank debits, where the account needs it. */
  bornOn?: IsoDate | null;
};

/** Evidence of the payer's consent. The IP is the connection's, never one that the browser sends. */
export type Evidence = { ipAddress: string; userAgent: string };

export type ChargeOrder = {
  /** Our attempt id, by which the charge is looked up when its answer is lost. */
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
  /** The browser data collected by the processor's script, or its reference, for 3-D Secure. */
  browserInfo: string | null;
  device: DeviceInfo | null;
  evidence: Evidence;
  /** A page of the portal, for processors that require one. */
  returnUrl: string;
};

export type MethodSnapshot = { brand: string | null; last4: string };

/** What the browser's fields reported of a new method: recorded as claimed. */
export type ClaimedMethod = MethodSnapshot & {
  /** '2027-04' */
  expires?: string | undefined;
  holder?: string | undefined;
};

/** A method saved at the processor, with what a later charge needs. */
export type SavedMethod = MethodSnapshot & {
  token: Secret;
  kind: ChargeKind;
  expiresMonth: number | null;
  expiresYear: number | null;
  schemeReference: string | null;
  processorCustomer: string | null;
  /** The processor's own mark of the card or account; the same one for every token of it (R46). */
  fingerprint?: string | null;
  holder?: string | null;
  /** Parts of it were reported by the browser alone. */
  isClaimed?: boolean;
  /** Of a bank account, where the processor reports it. */
  accountType?: AchAccountType | null;
};

/** A refund of a charge in the processor's records: ours, or one made in the processor's dashboard. */
export type BookedRefund = {
  /** The processor's id of the refund. It is booked once under this id. */
  refundReference: string;
  /** Our refund id, when the refund was ordered here. */
  reference: string | null;
  amountCents: Cents;
  /** Also one that succeeded can fail later: the payer's bank sends it back. */
  state: 'pending' | 'succeeded' | 'failed';
  /** Why it failed, in the processor's words. */
  reason: string | null;
};

/** A dispute of a card charge. `open` holds the money; `lost` takes it back for good. */
export type BookedDispute = {
  disputeReference: string;
  state: 'open' | 'won' | 'lost';
  amountCents: Cents;
  code: string;
};

/** What the processor reports; `charge` compares it with the order. */
export type Booked = {
  processorReference: string;
  amountCents: Cents;
  currency: string;
  method: MethodSnapshot | null;
  saved: SavedMethod | null;
  /** All refunds, oldest first. Absent where the answer does not report them. */
  refunds?: readonly BookedRefund[];
  /** All disputes, oldest first. Absent where the answer does not report them. */
  disputes?: readonly BookedDispute[];
};

export type Succeeded = Booked & { kind: 'succeeded' };
/** A bank debit that was accepted and can still be returned. */
export type Pending = Booked & { kind: 'pending' };
export type Returned = Booked & { kind: 'returned'; code: string };
export type ActionRequired = {
  kind: 'action_required';
  processorReference: string;
  /** What the browser needs for the challenge; null in a lookup. */
  threeDSData: string | null;
};
export type Declined = {
  kind: 'declined';
  processorReference: string | null;
  code: string;
  /** The message for the payer. */
  message: string;
  class: DeclineClass;
  /** The account does not have the method or customer that the order names, or may not have it. */
  isMissing?: true;
};
/** The connection was never made, so nothing can have been charged. */
export type NotSent = { kind: 'not_sent'; reason: string };
/** Anything else. Never treated as a failure. */
export type Unknown = {
  kind: 'unknown';
  reason: string;
  /** Of a lookup: the processor does not accept the keys. */
  isKeyRefused?: true;
};
/** The lookup found no charge under our reference. Not proof that none will appear. */
export type NotFound = { kind: 'not_found' };

export type Outcome =
  | Succeeded
  | Pending
  | Returned
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

/** An entry of the processor's list of charges. */
export type ListedCharge = {
  /** Our attempt id for charges made here; any text or null for others. */
  reference: string | null;
  invoiceRef: string | null;
  kind: ChargeKind;
  outcome: Outcome;
};

export type TimeSpan = { from: Instant; to: Instant };

export type ChargeLookup = {
  reference: AttemptId;
  processorReference: string | null;
  /** The order as it was sent, while it is stored: some results need data that only the order has. */
  order?: ChargeOrder;
};

/** A charge that the processor has reported as waiting for the payer's bank. */
export type WaitingCharge = Pick<ChargeLookup, 'reference'> & { processorReference: string };

export type RefundOrder = {
  reference: string;
  processorReference: string;
  amountCents: Cents;
  /** How the charge was paid: a bank account gets its money later than a card. */
  kind: ChargeKind;
};
export type RefundOutcome =
  | { kind: 'refunded'; refundReference: string }
  /** Accepted and not made yet. A lookup of the charge reports how it ends. */
  | { kind: 'pending'; refundReference: string }
  | { kind: 'refused'; refundReference: string | null; message: string }
  /** The processor did not look at the order (throttled, unauthenticated): nothing was refunded, retry later. */
  | { kind: 'deferred'; reason: string }
  | Unknown;

/** Only `canceled` proves that the payer can no longer complete the charge; `not_found` where it is made after the challenge. */
export type CancelOutcome = { kind: 'canceled' } | NotFound | { kind: 'not_cancelable' } | Unknown;

export type Charges = {
  /** Whether and for how long the same charge may be sent again after its answer was lost. */
  resend: { kind: 'never' } | { kind: 'same_key'; withinMs: number };
  charge(order: ChargeOrder): Promise<Outcome>;
  /** Whether charges are refused unsent at the moment, because the circuit is open. */
  isPaused?(): boolean;
  lookup(charge: ChargeLookup): Promise<Outcome | NotFound>;
  /**
   * All charges within a time span, and older ones that were refunded or disputed within it; throws when the list
   * is incomplete. Undefined where the processor has no list: then charges can only be looked up one by one.
   */
  list?(span: TimeSpan): Promise<ListedCharge[]>;
  /** Cancels a charge that waits for the payer's bank; a charge that has completed stays. */
  cancel?(charge: WaitingCharge): Promise<CancelOutcome>;
  /**
   * The server's step after the browser's challenge, where the processor charges only then. `permit` is asked
   * right before the charge is sent: it records the first send and refuses one that could be a second charge.
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
  /** For processors that do not return it. */
  claimed: ClaimedMethod | null;
  accountType?: AchAccountType | null;
};

export type SetupOutcome =
  | { kind: 'saved'; method: SavedMethod }
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

export type Methods = {
  /**
   * Saves a method without charging it. The same order may be sent again after its answer was lost: at worst the
   * processor has an unused method.
   */
  save(order: SetupOrder): Promise<SetupOutcome>;
  /** The state of a setup that waits for the payer's bank; for processors with asynchronous setups. */
  findSaved?(processorReference: string): Promise<SetupOutcome>;
  /** Idempotent. */
  forget(method: { token: Secret; processorCustomer: string | null }): Promise<void>;
};

/** An offer that the payer's browser confirms at the processor (R44). */
export type IntentOrder = Pick<
  ChargeOrder,
  'reference' | 'amountCents' | 'kind' | 'invoiceRef' | 'payer' | 'savesMethod'
> & {
  /** Which version of the quote it is: the processor stores it with the amount and reports it with the charge. */
  quote: number;
};

/** `clientSecret` lets a browser confirm: it is answered to the payer and never stored. */
export type Offered = { kind: 'offered'; processorReference: string; clientSecret: Secret };

export type OfferOutcome = Offered | Declined | NotSent | Unknown;

/** `open`: it has not moved and may still be confirmed. `closed`: it never will be. */
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
  /** An offer to save a method: the payer's browser confirms it, and `findSaved` returns its state. */
  offerSetup(order: Pick<SetupOrder, 'reference' | 'kind' | 'payer'>): Promise<OfferOutcome>;
  cancelSetup(processorReference: string): Promise<CancelOutcome>;
};

export type Fields = {
  open(): Promise<FieldSession>;
  /**
   * Starts the collection of device data for 3-D Secure; its reference comes back as `browserInfo` of the order.
   * Null where the card is charged without it.
   */
  beginDeviceData?(source: ChargeSource): Promise<DeviceCollection | null>;
};

export type Processor = {
  name: ProcessorName;
  charges: Charges;
  methods: Methods;
  /** Where a browser can confirm a charge without our server. */
  intents?: Intents;
  webhooks?: Webhooks;
  fields?: Fields;
};
