/** Loads the browser side of a processor, each from its own chunk. */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { BrowserProcessor } from './fields.ts';

const BROWSER_PROCESSORS: Record<ProcessorName, () => Promise<BrowserProcessor>> = {
  stripe: async () => (await import('./stripe/stripe.ts')).stripe,
  payengine: async () => (await import('./payengine/payengine.ts')).payengine,
  fiserv: async () => (await import('./fiserv/fiserv.ts')).fiserv,
};

export function loadProcessor(processor: ProcessorName): Promise<BrowserProcessor> {
  return BROWSER_PROCESSORS[processor]();
}
