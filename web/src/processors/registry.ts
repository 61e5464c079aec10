/**
 * Which processors the browser can take a payment with, and how to load each one. A processor that is
 * not listed cannot be paid with here, and the page says so instead of offering a button.
 */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { BrowserProcessor } from './fields.ts';

type Load = () => Promise<BrowserProcessor>;

const BROWSER_PROCESSORS: Partial<Record<ProcessorName, Load>> = {
  payengine: async () => (await import('./payengine.ts')).payengine,
};

export function canPayWith(processor: ProcessorName): boolean {
  return BROWSER_PROCESSORS[processor] !== undefined;
}

export async function loadProcessor(processor: ProcessorName): Promise<BrowserProcessor> {
  const load = BROWSER_PROCESSORS[processor];
  if (!load) throw new Error(`The browser has no fields for ${processor}`);
  return load();
}
