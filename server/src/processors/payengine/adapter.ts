/** The adapter for PayEngine: its settings and its parts. Converts exceptions to outcomes. */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { addMs, type Clock } from '../../kernel/clock.ts';
import { AnswerLost, NeverSent } from '../../platform/outbound/http-client.ts';
import type { Credentials } from '../credentials.ts';
import { isNotProcessed, Refused, Unreadable } from '../json-answer.ts';
import {
  failedLookup,
  failedVerification,
  notSent,
  REFUSED_MESSAGE,
  toMessage,
  unknown,
} from '../outcomes.ts';
import type {
  ActionRequired,
  CancelOutcome,
  ChargeLookup,
  ChargeOrder,
  Charges,
  Declined,
  Fields,
  Methods,
  NotFound,
  Outcome,
  Processor,
  RefundOutcome,
  SavedMethod,
  Verification,
  WaitingCharge,
} from '../processor.ts';
import type { ProcessorModule, ProcessorSettings } from '../processor-module.ts';
import { baseUrlFor } from '../servers.ts';
import { createClient, type PayengineClient } from './client.ts';
import {
  claimedDetails,
  fromAch,
  fromChallenge,
  fromLookup,
  fromRefund,
  fromSale,
  isSilent,
  withSavedMethod,
} from './from-payengine.ts';
import { listCharges } from './list-charges.ts';
import { toAch, toRefund, toSale } from './to-payengine.ts';
import { createWebhooks } from './webhook.ts';

const NOT_FOUND = 404;
/**
 * PayEngine returns these statuses both for a token that the merchant does not have and for any other content it
 * does not accept.
 */
const UNKNOWN_TOKEN: ReadonlySet<number> = new Set([400, NOT_FOUND]);

/**
 * Requests refused because of their content: nothing was booked. Any other status proves nothing about the charge.
 */
const REFUSED: ReadonlySet<number> = new Set([400, 402, 404, 422]);

function refusal(refused: Refused): Outcome {
  const { status } = refused;
  const code = `http_${status}`;
  if (isNotProcessed(refused)) return notSent(code);
  if (!REFUSED.has(status)) return unknown(code);
  const message = REFUSED_MESSAGE;
  const missing = UNKNOWN_TOKEN.has(status) ? { isMissing: true as const } : {};
  return { kind: 'declined', processorReference: null, code, message, class: 'hard', ...missing };
}

function toOutcome(error: unknown): Outcome {
  if (error instanceof NeverSent) return notSent(error.message);
  if (error instanceof Refused) return refusal(error);
  if (error instanceof AnswerLost || error instanceof Unreadable) return unknown(error.message);
  throw error;
}

/**
 * Errors are mapped as for a charge, except that a refund is sent again later if it was not processed or if this
 * merchant does not have its charge.
 */
function toRefundOutcome(error: unknown): RefundOutcome {
  if (error instanceof Refused && error.status === NOT_FOUND) {
    return { kind: 'deferred', reason: error.message };
  }
  const outcome = toOutcome(error);
  if (outcome.kind === 'not_sent') return { kind: 'deferred', reason: outcome.reason };
  return outcome.kind === 'declined'
    ? { kind: 'refused', refundReference: null, message: toMessage(error) }
    : unknown(toMessage(error));
}

type Account = { client: PayengineClient; merchantId: string };

async function lookUp({ client, merchantId }: Account, reference: string) {
  try {
    return fromLookup(await client.findTransactions(merchantId, { ids: reference }), reference);
  } catch (error) {
    return failedLookup(error);
  }
}

/** The transaction of a waiting sale can lag behind its challenge, which has its own lookup. */
async function afterChallenge({ client, merchantId }: Account, waiting: ActionRequired) {
  try {
    const answer = await client.findChallenge(merchantId, waiting.processorReference);
    return fromChallenge(answer) ?? waiting;
  } catch {
    return waiting;
  }
}

async function lookUpCharge(
  account: Account,
  { reference, order }: ChargeLookup,
): Promise<Outcome | NotFound> {
  const found = await lookUp(account, reference);
  if (found.kind === 'not_found') return found;
  const known = found.kind === 'action_required' ? await afterChallenge(account, found) : found;
  return order ? withSavedMethod(known, order) : known;
}

/** Reads the amount of an accepted charge from its transaction, if the response did not include it. */
async function statedAmount(account: Account, order: ChargeOrder): Promise<Outcome> {
  const found = await lookUpCharge(account, { ...order, processorReference: null, order });
  return found.kind === 'not_found' ? unknown('accepted without an amount') : found;
}

async function debit(account: Account, order: ChargeOrder): Promise<Outcome> {
  const answer = await account.client.ach(toAch(order, account.merchantId));
  if (isSilent(answer.data.AchResponse)) return statedAmount(account, order);
  return fromAch(answer, order);
}

/** Visa requires the cardholder's email or phone for 3-D Secure. Without them, the issuer decides. */
async function describeCardholder({ client }: Account, order: ChargeOrder): Promise<void> {
  const { browserInfo, source, payer } = order;
  if (!browserInfo || !payer.email) return;
  // A failure does not stop the charge: the sale itself has not been sent yet.
  await client.updateCard(source.token, { email: payer.email }).catch(() => undefined);
}

async function sell(account: Account, order: ChargeOrder): Promise<Outcome> {
  await describeCardholder(account, order);
  const answer = await account.client.sale(toSale(order, account.merchantId));
  if (isSilent(answer.data.SaleResponse)) return statedAmount(account, order);
  return fromSale(answer, order);
}

async function canceledState(account: Account, reference: string): Promise<CancelOutcome | null> {
  const found = await lookUp(account, reference);
  if (found.kind === 'action_required') return null;
  if (found.kind === 'not_found' || found.kind === 'unknown') return found;
  return { kind: found.kind === 'declined' ? 'canceled' : 'not_cancelable' };
}

/** Only an open challenge is voided. Regardless of the response to the void, a lookup determines the result. */
async function cancel(account: Account, waiting: WaitingCharge): Promise<CancelOutcome> {
  const { reference, processorReference } = waiting;
  const before = await canceledState(account, reference);
  if (before) return before;
  try {
    await account.client.void({ id: processorReference });
  } catch (error) {
    if (!(error instanceof Refused)) return unknown(toMessage(error));
  }
  return (await canceledState(account, reference)) ?? { kind: 'not_cancelable' };
}

const SESSION_SECONDS = 900;

function toCharges(account: Account): Charges {
  const { client } = account;
  return {
    resend: { kind: 'never' },
    async charge(order) {
      try {
        return order.kind === 'ach' ? await debit(account, order) : await sell(account, order);
      } catch (error) {
        return toOutcome(error);
      }
    },
    lookup: (sought) => lookUpCharge(account, sought),
    list: (span) => listCharges(account, span),
    cancel: (waiting) => cancel(account, waiting),
    async refund(order) {
      try {
        return fromRefund(await client.refund(toRefund(order)), order.kind);
      } catch (error) {
        return toRefundOutcome(error);
      }
    },
  };
}

const UNDESCRIBED: Declined = {
  kind: 'declined',
  processorReference: null,
  code: 'undescribed',
  message: RESPONSE_MESSAGES.methodUnreadable,
  class: 'hard',
};

/** The token is named where the documentation asks for its id. A token that is not found is deleted already. */
async function forget({ client }: Account, { kind, token }: Pick<SavedMethod, 'kind' | 'token'>) {
  try {
    await client.deleteToken(kind, token);
  } catch (error) {
    if (!(error instanceof Refused && UNKNOWN_TOKEN.has(error.status))) throw error;
  }
}

/**
 * The token of the secure fields is itself the saved method. The API cannot describe a card's token, so the brand
 * and last digits come from the browser.
 */
const toMethods = (account: Account): Methods => ({
  async save({ token, kind, claimed, accountType = null }) {
    if (!claimed) return UNDESCRIBED;
    const { brand, last4 } = claimed;
    const method = { brand, last4, token, kind, accountType, ...claimedDetails(claimed) };
    return { kind: 'saved', method: { ...method, schemeReference: null, processorCustomer: null } };
  },
  forget: (method) => forget(account, method),
});

function toFields({ client, merchantId }: Account, clock: Clock): Fields {
  return {
    async open() {
      const session = await client.openSession(merchantId, { expires_in: SESSION_SECONDS });
      return {
        public: { access_token: session.access_token, expires_in: session.expires_in },
        secretToken: null,
        expiresAt: addMs(clock.now(), session.expires_in * 1000),
      };
    },
  };
}

const KEY_REFUSED = 'PayEngine refuses this key.';
const OTHER_MERCHANT = 'The private key does not belong to this merchant.';

async function verify({ client, merchantId }: Account): Promise<Verification> {
  try {
    await client.openSession(merchantId, { expires_in: SESSION_SECONDS });
    return { kind: 'accepted' };
  } catch (error) {
    return failedVerification(error, ({ status }) =>
      status === 401
        ? { field: 'processorKey', message: KEY_REFUSED }
        : { field: 'merchantId', message: OTHER_MERCHANT },
    );
  }
}

export function createPayengine(settings: ProcessorSettings, credentials: Credentials): Processor {
  const { merchantId, webhookSecret } = credentials;
  const baseUrl = baseUrlFor(settings, 'payengine', credentials);
  invariant(merchantId, 'a PayEngine company has a merchant id');
  const account = { client: createClient(settings.http, baseUrl, credentials), merchantId };
  return {
    name: 'payengine',
    verify: () => verify(account),
    charges: toCharges(account),
    methods: toMethods(account),
    fields: toFields(account, settings.clock),
    ...(webhookSecret ? { webhooks: createWebhooks(webhookSecret, settings.clock) } : {}),
  };
}

export const PAYENGINE: ProcessorModule = {
  create: createPayengine,
  savedMethods: (rows) => ({
    pePaymentMethods: rows.map(({ id, brand, last4, kind, details }) => ({
      id,
      brand,
      last4,
      ...details,
      token: id,
      paymentType: kind,
    })),
  }),
};
