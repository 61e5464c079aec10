/** The settings of each processor. Adding a processor takes one file and one line here. */
import type { ProcessorName } from '../vocabulary.ts';
import { FISERV } from './fiserv.ts';
import { PAYENGINE } from './payengine.ts';
import type { ProcessorDescription } from './processor-fields.ts';
import { STRIPE } from './stripe.ts';

export const PROCESSOR_DESCRIPTIONS: Readonly<Record<ProcessorName, ProcessorDescription>> = {
  stripe: STRIPE,
  payengine: PAYENGINE,
  fiserv: FISERV,
};

/** Also for records without a processor, such as cash. */
export function processorLabel(name: string): string {
  const known: Readonly<Record<string, ProcessorDescription>> = PROCESSOR_DESCRIPTIONS;
  return known[name]?.displayName ?? name;
}
