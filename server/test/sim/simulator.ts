/**
 * The processor simulator: our port on top of a processor's own books, with one of three
 * personalities and the faults it is told to have. The product gets it through its registry and does
 * not know the difference.
 */
import { createHmac } from 'node:crypto';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import { addMs, type Clock } from '../../src/clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../src/processors/circuit-breaker.ts';
import type { Processor, Webhooks } from '../../src/processors/processor.ts';
import type { Processors } from '../../src/processors/registry.ts';
import { openRecords, type ProcessorRecords, type SentEvent } from './books.ts';
import type { CallFault } from './faults.ts';
import { runOperation, uninstrumented } from './process.ts';
import { simulatedCharges } from './simulated-charges.ts';
import { simulatedMethods } from './simulated-methods.ts';

/** What differs between the three, as pessimistic as their documentation allows. */
export type ProcessorProfile = {
  name: ProcessorName;
  /** How long it recognises an order it has had before; afterwards it charges again. */
  keyLivesMs: number;
  /** How long the product may send the same order again. */
  resendWithinMs: number;
  hasCancel: boolean;
  /** After the challenge the server has to ask for the charge once more. */
  hasSecondStep: boolean;
  hasWebhooks: boolean;
  /** Its charges can be listed, not only asked about one by one. */
  hasList: boolean;
};

const HOUR_MS = 3_600_000;

export const PROFILES: Readonly<Record<ProcessorName, ProcessorProfile>> = {
  stripe: {
    name: 'stripe',
    keyLivesMs: 24 * HOUR_MS,
    resendWithinMs: 20 * HOUR_MS,
    hasCancel: true,
    hasSecondStep: false,
    hasWebhooks: true,
    hasList: true,
  },
  fiserv: {
    name: 'fiserv',
    keyLivesMs: 5 * 60_000,
    resendWithinMs: 4 * 60_000,
    hasCancel: false,
    hasSecondStep: true,
    hasWebhooks: false,
    hasList: false,
  },
  payengine: {
    name: 'payengine',
    keyLivesMs: 0,
    resendWithinMs: 0,
    hasCancel: false,
    hasSecondStep: false,
    hasWebhooks: true,
    hasList: true,
  },
};

/** What the simulator is made of, shared by its parts. */
export type Inside = {
  profile: ProcessorProfile;
  records: ProcessorRecords;
  nowMs: () => number;
  /** The fault of the next call; without one it is well. */
  nextFault: () => CallFault;
  /** Time that passes while a call is under way. */
  pass: (ms: number) => void;
  /** What the world does while a call is under way, after it was booked and before it answers. */
  meanwhile: () => Promise<void>;
  /** Orders taken in and not carried out yet. */
  later: { atMs: number; execute: () => void }[];
  /** When an order was first had, by its reference. */
  keys: Map<string, number>;
  count: { charges: number; faults: number };
};

const eventSchema = z.object({ eventId: z.string(), reference: z.string(), claims: z.string() });

const SIGNATURE = 'x-signature';

export function signed(event: SentEvent, secret: string) {
  const rawBody = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(rawBody).digest('hex');
  return { rawBody, headers: { [SIGNATURE]: signature } };
}

function webhooksOf(secret: string): Webhooks {
  return {
    verify({ rawBody, headers }) {
      const expected = createHmac('sha256', secret).update(rawBody).digest('hex');
      if (headers[SIGNATURE] !== expected) return null;
      const { eventId, reference, claims } = eventSchema.parse(JSON.parse(rawBody));
      return { eventId, eventType: claims, reference };
    },
  };
}

/** Every call is a step of the process that makes it, so it can die right before and after. */
function stepwise<Call extends (...args: never[]) => Promise<unknown>>(
  text: string,
  call: Call,
): Call {
  const stepping = (...args: Parameters<Call>) =>
    runOperation({ seam: 'call', text, perform: () => uninstrumented(() => call(...args)) });
  // because a function of the same arguments and the same answer is the same kind of function
  return stepping as Call;
}

/** Every function of a part of the port, made a step; what is no function stays. */
export function everyCall<Part extends object>(part: Part): Part {
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'function' ? stepwise(name, value) : value,
  ]);
  // because only the functions were wrapped, each in one of its own type
  return Object.fromEntries(entries) as Part;
}

export type Simulator = ReturnType<typeof createSimulator>;

export function createSimulator(
  profile: ProcessorProfile,
  clock: Clock & { travelTo(at: string): void },
) {
  const nowMs = () => Date.parse(clock.now());
  const records = openRecords(nowMs);
  const faults: CallFault[] = [];
  const inside: Inside = {
    profile,
    records,
    nowMs,
    nextFault: () => faults.shift() ?? 'ok',
    pass: (ms) => clock.travelTo(addMs(clock.now(), ms)),
    meanwhile: async () => undefined,
    later: [],
    keys: new Map(),
    count: { charges: 0, faults: 0 },
  };
  const charges = everyCall(simulatedCharges(inside));
  const methods = everyCall(simulatedMethods(inside));

  /** What a process builds anew at its start: its circuit breakers forget. */
  function registry(): Processors {
    const breakers = new Map<string, CircuitBreaker>();
    return {
      supports: (name) => name === profile.name,
      create(_name, { owner, webhookSecret }): Processor {
        const breaker = breakers.get(owner) ?? createCircuitBreaker(clock);
        breakers.set(owner, breaker);
        const webhooks =
          profile.hasWebhooks && webhookSecret
            ? { webhooks: webhooksOf(webhookSecret.reveal()) }
            : {};
        return { name: profile.name, charges: breaker.guard(charges), methods, ...webhooks };
      },
    };
  }

  return {
    ...inside,
    registry,
    setFaults(next: readonly CallFault[]) {
      faults.splice(0, faults.length, ...next);
    },
    /** Once: at the first call of a happening. */
    setMeanwhile(work: (() => Promise<void>) | null) {
      inside.meanwhile = async () => {
        inside.meanwhile = async () => undefined;
        await work?.();
      };
    },
    /** Carries out the orders whose time has come. */
    catchUp() {
      const due = inside.later.filter(({ atMs }) => atMs <= nowMs());
      for (const order of due) {
        inside.later.splice(inside.later.indexOf(order), 1);
        order.execute();
      }
    },
  };
}
