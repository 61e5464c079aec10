/** Glue between the port and PayEngine's client; the only place that turns exceptions into outcomes. */
import { invariant } from '@quittance/domain/invariant';
import { AnswerLost, NeverSent } from '../http.ts';
import type { Credentials, Outcome, Processor } from '../processor.ts';
import type { ProcessorSettings } from '../registry.ts';
import { createClient, Refused, Unreadable } from './client.ts';
import { fromAch, fromLookup, fromSale } from './from-payengine.ts';
import { toAch, toSale } from './to-payengine.ts';
import { createWebhooks } from './webhook.ts';

const REFUSED_MESSAGE =
  'The payment could not be accepted. Please check the details and try again.';

/**
 * A refusal (4xx) is final: the request was understood and nothing was booked. A lost, cut or
 * unreadable answer says nothing about the charge.
 */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof NeverSent) return { kind: 'not_sent', reason: error.message };
  if (error instanceof Refused) {
    const code = `http_${error.status}`;
    return { kind: 'declined', processorReference: null, code, message: REFUSED_MESSAGE };
  }
  if (error instanceof AnswerLost || error instanceof Unreadable) {
    return { kind: 'unknown', reason: error.message };
  }
  throw error;
}

export function createPayengine(settings: ProcessorSettings, credentials: Credentials): Processor {
  const { merchantId } = credentials;
  const baseUrl = settings.baseUrls.payengine;
  invariant(merchantId, 'a PayEngine company has a merchant id');
  invariant(baseUrl, 'the PayEngine address is configured');
  const client = createClient(settings.http, baseUrl, credentials);
  return {
    name: 'payengine',
    charges: {
      resend: 'never',
      async charge(order) {
        try {
          if (order.kind === 'ach') return fromAch(await client.ach(toAch(order, merchantId)));
          return fromSale(await client.sale(toSale(order, merchantId)));
        } catch (error) {
          return outcomeOf(error);
        }
      },
      async lookup(reference) {
        try {
          return fromLookup(await client.findByReference(merchantId, reference), reference);
        } catch (error) {
          // Not being able to ask says nothing about the charge, whatever the reason.
          return { kind: 'unknown', reason: error instanceof Error ? error.message : 'lookup' };
        }
      },
    },
    ...(credentials.webhookSecret
      ? { webhooks: createWebhooks(credentials.webhookSecret, settings.clock) }
      : {}),
  };
}
