/** All processors. Adding one takes one folder and one line here. */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import type { Credentials } from './credentials.ts';
import { FISERV } from './fiserv/adapter.ts';
import { PAYENGINE } from './payengine/adapter.ts';
import type { Processor } from './processor.ts';
import type { ProcessorModule, ProcessorSettings } from './processor-module.ts';
import { isLive, usualScript } from './servers.ts';
import { STRIPE } from './stripe/adapter.ts';

export const PROCESSOR_MODULES: Readonly<Record<ProcessorName, ProcessorModule>> = {
  payengine: PAYENGINE,
  fiserv: FISERV,
  stripe: STRIPE,
};

export type Processors = {
  supports(name: ProcessorName): boolean;
  create(name: ProcessorName, credentials: Credentials): Processor | null;
  /** The script of the payment fields, unless the company has its own. */
  usualScript(name: ProcessorName, isLive: boolean): string | null;
  /** The sandbox or a compatible server, used whatever the mode of the keys. Null for the processor itself. */
  overrideOf(name: ProcessorName): string | null;
};

/** Number of companies, by processor, whose calls are suspended. */
export type OpenCircuits = () => ReadonlyMap<string, number>;

export function createProcessors(
  settings: ProcessorSettings,
): Processors & { openCircuits: OpenCircuits } {
  const breakers = new Map<string, CircuitBreaker>();
  const toBreaker = (key: string): CircuitBreaker => {
    const breaker = breakers.get(key) ?? createCircuitBreaker(settings.clock);
    breakers.set(key, breaker);
    return breaker;
  };
  return {
    openCircuits() {
      const counts = new Map<string, number>();
      for (const [key, breaker] of breakers) {
        const [name = ''] = key.split(':');
        if (breaker.isTripped()) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    },
    supports: (name) => Object.hasOwn(PROCESSOR_MODULES, name),
    overrideOf: (name) => settings.baseUrls[name] ?? null,
    usualScript: (name, isLiveKey) => usualScript(settings, name, isLiveKey),
    create(name, credentials) {
      if (!settings.acceptsLiveKeys && isLive(name, credentials)) {
        throw new Error('Live processor keys need a database of your own: set DATABASE_URL.');
      }
      const breaker = toBreaker(`${name}:${credentials.owner}`);
      const http = breaker.watch(settings.http);
      const processor = PROCESSOR_MODULES[name].create({ ...settings, http }, credentials);
      return { ...processor, charges: breaker.guard(processor.charges) };
    },
  };
}
