/**
 * The processor simulator: implements the processor port on top of its own records, with the profile of
 * one of the three processors and the injected faults. The product gets it through its registry.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { addMs, type Clock } from '../../src/kernel/clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../src/processors/circuit-breaker.ts';
import type { Processor } from '../../src/processors/processor.ts';
import type { Processors } from '../../src/processors/registry.ts';
import type { Webhooks } from '../../src/processors/webhooks.ts';
import type { Keys } from './commands.ts';
import type { CallFault } from './faults.ts';
import { runInside, runOperation, uninstrumented } from './process.ts';
import { openRecords, type SentEvent } from './records.ts';
import { simulatedCharges } from './simulated-charges.ts';
import { simulatedIntents } from './simulated-intents.ts';
import { simulatedMethods } from './simulated-methods.ts';
import type { ProcessorProfile, SimulatorState } from './simulator-state.ts';

const eventSchema = z.object({ eventId: z.string(), reference: z.string(), claims: z.string() });

const SIGNATURE = 'x-signature';

export function signed(event: SentEvent, secret: string) {
  const rawBody = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(rawBody).digest('hex');
  return { rawBody, headers: { [SIGNATURE]: signature } };
}

function toWebhooks(secret: string): Webhooks {
  return {
    verify({ rawBody, headers }) {
      const expected = createHmac('sha256', secret).update(rawBody).digest('hex');
      if (headers[SIGNATURE] !== expected) return null;
      const { eventId, reference, claims } = eventSchema.parse(JSON.parse(rawBody));
      return { eventId, eventType: claims, subject: 'charge', reference };
    },
  };
}

/** Callbacks that the portal passes in are the portal's own work, with its crash points. */
function asOwnWork(argument: unknown): unknown {
  if (typeof argument !== 'function') return argument;
  const inOwnContext = AsyncLocalStorage.snapshot();
  return (...args: readonly unknown[]) =>
    inOwnContext(() => runInside(async () => argument(...args)));
}

/** Every call is an operation of its process, which can crash immediately before and after it. */
function stepwise<Call extends (...args: never[]) => Promise<unknown>>(
  text: string,
  call: Call,
): Call {
  const stepping = (...args: Parameters<Call>) => {
    // The cast is safe because each argument keeps its type.
    const own = args.map(asOwnWork) as Parameters<Call>;
    return runOperation({ seam: 'call', text, perform: () => uninstrumented(() => call(...own)) });
  };
  // The cast is safe because a function with the same arguments and the same result has the same type.
  return stepping as Call;
}

function everyCall<Part extends object>(part: Part): Part {
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'function' ? stepwise(name, value) : value,
  ]);
  // The cast is safe because only the functions were wrapped, each in a function of its own type.
  return Object.fromEntries(entries) as Part;
}

const WITH_WRONG_KEYS: Readonly<Record<Keys, CallFault | null>> = {
  own: null,
  refused: '401',
  others: 'other_account',
};

export type Simulator = ReturnType<typeof createSimulator>;

export function createSimulator(
  profile: ProcessorProfile,
  clock: Clock & { travelTo(at: string): void },
) {
  const nowMs = () => Date.parse(clock.now());
  const records = openRecords(nowMs);
  const faults: CallFault[] = [];
  const credentials: SimulatorState['credentials'] = { used: 'own', hasMisled: false };
  const inside: SimulatorState = {
    profile,
    records,
    nowMs,
    nextFault: () => {
      if (credentials.used === 'others') credentials.hasMisled = true;
      return WITH_WRONG_KEYS[credentials.used] ?? faults.shift() ?? 'ok';
    },
    credentials,
    pass: (ms) => clock.travelTo(addMs(clock.now(), ms)),
    meanwhile: async () => undefined,
    later: [],
    keys: new Map(),
    forgotten: { tokens: new Set(), charged: [] },
    count: { charges: 0, faults: 0 },
  };
  const charges = everyCall(simulatedCharges(inside));
  const methods = everyCall(simulatedMethods(inside));
  const intents = profile.hasIntents ? { intents: everyCall(simulatedIntents(inside)) } : {};

  /** Rebuilt at every process start, so that circuit breakers start closed. */
  function registry(): Processors {
    const breakers = new Map<string, CircuitBreaker>();
    return {
      supports: (name) => name === profile.name,
      overrideOf: () => null,
      usualScript: () => null,
      create(_name, { owner, webhookSecret }): Processor {
        const breaker = breakers.get(owner) ?? createCircuitBreaker(clock);
        breakers.set(owner, breaker);
        const webhooks =
          profile.hasWebhooks && webhookSecret
            ? { webhooks: toWebhooks(webhookSecret.reveal()) }
            : {};
        const guarded = breaker.guard(charges);
        const { name } = profile;
        const verify = async () => ({ kind: 'accepted' }) as const;
        return { name, verify, charges: guarded, methods, ...intents, ...webhooks };
      },
    };
  }

  return {
    ...inside,
    registry,
    setFaults(next: readonly CallFault[]) {
      faults.splice(0, faults.length, ...next);
    },
    setMeanwhile(work: (() => Promise<void>) | null) {
      inside.meanwhile = async () => {
        inside.meanwhile = async () => undefined;
        await work?.();
      };
    },
    catchUp() {
      const due = inside.later.filter(({ atMs }) => atMs <= nowMs());
      for (const order of due) {
        inside.later.splice(inside.later.indexOf(order), 1);
        order.execute();
      }
    },
  };
}
