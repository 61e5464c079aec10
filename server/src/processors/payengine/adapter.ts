/** Glue between the port and PayEngine's client; the only place that turns exceptions into outcomes. */
import { invariant } from '@quittance/domain/invariant';
import { addMs, type Clock } from '../../clock.ts';
import { AnswerLost, NeverSent } from '../http.ts';
import type {
  Charges,
  Credentials,
  Declined,
  Fields,
  Methods,
  Outcome,
  Processor,
} from '../processor.ts';
import type { ProcessorSettings } from '../registry.ts';
import { createClient, type PayengineClient, Refused, Unreadable } from './client.ts';
import { fromAch, fromLookup, fromRefund, fromSale, withSavedMethod } from './from-payengine.ts';
import { listCharges } from './list-charges.ts';
import { toAch, toRefund, toSale } from './to-payengine.ts';
import { createWebhooks } from './webhook.ts';

const REFUSED_MESSAGE =
  'The payment could not be accepted. Please check the details and try again.';

/** Turned away at the door: the key or the pace was wrong, and nobody looked at the charge. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 429]);

/** Refused after a look at it: nothing was booked. Any other answer says nothing about the charge. */
const REFUSED: ReadonlySet<number> = new Set([400, 402, 404, 422]);

function refusal({ status }: Refused): Outcome {
  const code = `http_${status}`;
  if (TURNED_AWAY.has(status)) return { kind: 'not_sent', reason: code };
  if (!REFUSED.has(status)) return { kind: 'unknown', reason: code };
  const message = REFUSED_MESSAGE;
  return { kind: 'declined', processorReference: null, code, message, class: 'hard' };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NeverSent) return { kind: 'not_sent', reason: error.message };
  if (error instanceof Refused) return refusal(error);
  if (error instanceof AnswerLost || error instanceof Unreadable) {
    return { kind: 'unknown', reason: error.message };
  }
  throw error;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}

const SESSION_SECONDS = 900;

type Account = { client: PayengineClient; merchantId: string };

function chargesOf({ client, merchantId }: Account): Charges {
  return {
    resend: { kind: 'never' },
    async charge(order) {
      try {
        if (order.kind === 'ach') return fromAch(await client.ach(toAch(order, merchantId)), order);
        return fromSale(await client.sale(toSale(order, merchantId)), order);
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async lookup({ reference, order }) {
      try {
        const list = await client.findTransactions(merchantId, { ids: reference });
        const found = fromLookup(list, reference);
        return order && found.kind !== 'not_found' ? withSavedMethod(found, order) : found;
      } catch (error) {
        // Not being able to ask says nothing about the charge, whatever the reason.
        return { kind: 'unknown', reason: reasonOf(error) };
      }
    },
    list: (span) => listCharges({ client, merchantId }, span),
    async refund(order) {
      try {
        return fromRefund(await client.refund(toRefund(order)));
      } catch (error) {
        if (error instanceof Refused) return { kind: 'refused', message: error.message };
        return { kind: 'unknown', reason: reasonOf(error) };
      }
    },
  };
}

const UNDESCRIBED: Declined = {
  kind: 'declined',
  processorReference: null,
  code: 'undescribed',
  message: 'The payment method could not be read. Please enter it again.',
  class: 'hard',
};

/**
 * The secure fields' token is itself the kept method. The API tells a server nothing about a card's
 * token and has no call to take one back, so the look is the browser's word, and a method we forget
 * is simply never charged again.
 */
const METHODS: Methods = {
  async keep({ token, kind, claimed }) {
    if (!claimed) return UNDESCRIBED;
    const method = { ...claimed, token, kind, expiresMonth: null, expiresYear: null };
    return { kind: 'kept', method: { ...method, schemeReference: null, processorCustomer: null } };
  },
  async forget() {},
};

function fieldsOf({ client, merchantId }: Account, clock: Clock): Fields {
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

export function createPayengine(settings: ProcessorSettings, credentials: Credentials): Processor {
  const { merchantId, webhookSecret } = credentials;
  const baseUrl = settings.baseUrls.payengine;
  invariant(merchantId, 'a PayEngine company has a merchant id');
  invariant(baseUrl, 'the PayEngine address is configured');
  const account = { client: createClient(settings.http, baseUrl, credentials), merchantId };
  return {
    name: 'payengine',
    charges: chargesOf(account),
    methods: METHODS,
    fields: fieldsOf(account, settings.clock),
    ...(webhookSecret ? { webhooks: createWebhooks(webhookSecret, settings.clock) } : {}),
  };
}
