// The faults injected through the control plane, and their effect on a call. A processor passes its logic as
// `execute`; this file decides whether it runs and whether its response arrives.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { issuerWould } from './issuer.ts';
import { errorBody } from './refusal.ts';

const FAULT_KINDS = [
  'lose_answer',
  'lose_before',
  'http_500_after',
  'http_500_before',
  'http_401',
  'http_429',
  'rate_limited',
  'slow',
  'execute_late',
  'duplicate',
  'decline',
  'challenge',
  'pending',
] as const;

const WEBHOOK_FAULTS = ['webhook_lost', 'webhook_duplicated', 'webhook_forged'] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export const OPERATIONS = [
  'sale',
  'ach',
  'refund',
  'void',
  'lookup',
  'three_ds',
  'session',
  'tokenize',
  'setup',
  'customer',
  'method',
  'evidence',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * `charge` matches the next sale or bank debit. If no processor is set, the fault applies to the first processor
 * that is called.
 */
const AnswerFault = z.strictObject({
  processor: z.string().optional(),
  operation: z.enum([...OPERATIONS, 'charge']),
  fault: z.enum(FAULT_KINDS),
  delayMs: z.number().int().min(0).max(3_600_000).default(5000),
  times: z.number().int().min(1).max(1000).default(1),
  merchantId: z.string().min(1).optional(),
});

const DeliveryFault = AnswerFault.omit({ delayMs: true }).extend({
  operation: z.literal('webhook'),
  fault: z.enum(WEBHOOK_FAULTS),
});

export const FaultInput = z.discriminatedUnion('operation', [AnswerFault, DeliveryFault]);
export type Fault = z.infer<typeof AnswerFault>;
type DeliveryFault = z.infer<typeof DeliveryFault>;
type AnyFault = Fault | DeliveryFault;

type Call = { processor: string; operation: Operation | 'webhook'; merchantId: string };

export type Faults = ReturnType<typeof createFaults>;

function concerns(fault: AnyFault, call: Call): boolean {
  if (fault.processor !== undefined && fault.processor !== call.processor) return false;
  if (fault.merchantId !== undefined && fault.merchantId !== call.merchantId) return false;
  if (fault.operation === 'charge') return call.operation === 'sale' || call.operation === 'ach';
  return fault.operation === call.operation;
}

export function createFaults() {
  let waiting: AnyFault[] = [];

  function takeAny(call: Call): AnyFault | undefined {
    const fault = waiting.find((candidate) => concerns(candidate, call));
    if (fault === undefined) return undefined;
    fault.times -= 1;
    waiting = waiting.filter((candidate) => candidate.times > 0);
    return fault;
  }

  return {
    inject(fault: AnyFault): void {
      waiting.push(fault);
    },
    take(call: Call & { operation: Operation }): Fault | undefined {
      const fault = takeAny(call);
      return fault === undefined || fault.operation === 'webhook' ? undefined : fault;
    },
    takeForWebhook(call: Omit<Call, 'operation'>): WebhookFault | undefined {
      const fault = takeAny({ ...call, operation: 'webhook' });
      return fault?.operation === 'webhook' ? fault.fault : undefined;
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear(): void {
      waiting = [];
    },
  };
}

export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

export type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  clock: Clock;
  fault: Fault | undefined;
  broken?: Answer;
  refused?: (status: number, message: string) => Answer;
};

function hangUp({ request, reply }: Exchange): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function send({ reply }: Exchange, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body);
}

const BROKEN: Answer = { status: 500, body: errorBody('Internal server error') };
const asRefused = (status: number, message: string) => ({ status, body: errorBody(message) });

export async function answer(exchange: Exchange, execute: () => Answer): Promise<FastifyReply> {
  const { broken = BROKEN, refused = asRefused } = exchange;
  switch (exchange.fault?.fault) {
    case undefined:
      return send(exchange, execute());
    case 'lose_before':
      return hangUp(exchange);
    case 'lose_answer':
      execute();
      return hangUp(exchange);
    case 'http_500_before':
      return send(exchange, broken);
    case 'http_401':
      return send(exchange, refused(401, 'Unauthorized'));
    case 'http_429':
      return send(exchange, refused(429, 'Too many requests'));
    case 'rate_limited': {
      const seconds = Math.ceil(exchange.fault.delayMs / 1000);
      const headers = { 'retry-after': String(seconds) };
      return send(exchange, { ...refused(429, 'Too many requests'), headers });
    }
    case 'http_500_after':
      execute();
      return send(exchange, broken);
    case 'slow': {
      // The call is executed before the delay, so a caller that times out leaves a charge behind.
      const late = execute();
      await sleep(exchange.fault.delayMs, undefined, { ref: false });
      return send(exchange, late);
    }
    case 'execute_late':
      exchange.clock.after(exchange.fault.delayMs, () => {
        execute();
      });
      return hangUp(exchange);
    case 'duplicate': {
      const first = execute();
      execute();
      return send(exchange, first);
    }
    case 'decline':
    case 'challenge':
    case 'pending':
      return send(exchange, issuerWould(exchange.fault.fault, execute));
  }
}
