/** Which adapters exist. A fourth processor is one folder and one line here. */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Clock } from '../clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { createFiserv } from './fiserv/adapter.ts';
import type { HttpClient } from './http.ts';
import { createPayengine } from './payengine/adapter.ts';
import type { Credentials, Processor } from './processor.ts';
import { createStripe } from './stripe/adapter.ts';

export type ProcessorSettings = {
  http: HttpClient;
  clock: Clock;
  baseUrls: Readonly<Partial<Record<ProcessorName, string>>>;
  /** Real money needs a real database: the embedded one refuses live keys (ADR 0007). */
  acceptsLiveKeys: boolean;
};

type Factory = (settings: ProcessorSettings, credentials: Credentials) => Processor;

const FACTORIES: Readonly<Partial<Record<ProcessorName, Factory>>> = {
  payengine: createPayengine,
  fiserv: createFiserv,
  stripe: createStripe,
};

const LIVE_KEY = /_prod_|_live_/;

/** Two processors mark their live keys; the third names its environment beside the key. */
function isLive({ processorKey, extra }: Credentials): boolean {
  return LIVE_KEY.test(processorKey.reveal()) || extra['environment'] === 'PROD';
}

export type Processors = {
  supports(name: ProcessorName): boolean;
  /** Null where no adapter exists for the processor. */
  create(name: ProcessorName, credentials: Credentials): Processor | null;
};

export function createProcessors(settings: ProcessorSettings): Processors {
  const breakers = new Map<string, CircuitBreaker>();
  const breakerOf = (key: string): CircuitBreaker => {
    const breaker = breakers.get(key) ?? createCircuitBreaker(settings.clock);
    breakers.set(key, breaker);
    return breaker;
  };
  return {
    supports: (name) => FACTORIES[name] !== undefined,
    create(name, credentials) {
      if (!settings.acceptsLiveKeys && isLive(credentials)) {
        throw new Error('Live processor keys need a database of your own: set DATABASE_URL.');
      }
      const processor = FACTORIES[name]?.(settings, credentials) ?? null;
      if (!processor) return null;
      const breaker = breakerOf(`${name}:${credentials.owner}`);
      return { ...processor, charges: breaker.guard(processor.charges) };
    },
  };
}
