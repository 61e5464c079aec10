/** Finds the browser side of each processor: the file `module.ts` of its folder. Its code is loaded on demand. */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { BrowserModule, BrowserProcessor } from './fields.ts';

const MODULES = import.meta.glob<{ module: BrowserModule }>('./*/module.ts', { eager: true });

export function browserModule(processor: ProcessorName): BrowserModule {
  const found = MODULES[`./${processor}/module.ts`];
  if (found === undefined) throw new Error(`${processor} has no module for browsers`);
  return found.module;
}

export function loadProcessor(processor: ProcessorName): Promise<BrowserProcessor> {
  return browserModule(processor).load();
}
