/**
 * The processors: adding one takes a file beside this one and its lines here. The constants are separate, so that a
 * payer's page loads the minimum charges without the settings.
 */
import type { Cents } from '../money.ts';
import { FISERV } from './fiserv.ts';
import { PAYENGINE } from './payengine.ts';
import type { ProcessorDescription } from './processor-fields.ts';
import { STRIPE, STRIPE_CHARGE_MIN } from './stripe.ts';

export const PROCESSORS = ['stripe', 'payengine', 'fiserv'] as const;
export type ProcessorName = (typeof PROCESSORS)[number];

export const PROCESSOR_DESCRIPTIONS: Readonly<Record<ProcessorName, ProcessorDescription>> = {
  stripe: STRIPE,
  payengine: PAYENGINE,
  fiserv: FISERV,
};

/** The smallest charge (R87), for processors that document one. */
export const CHARGE_MIN: Readonly<Partial<Record<ProcessorName, Cents>>> = {
  stripe: STRIPE_CHARGE_MIN,
};

/** Also for records without a processor, such as cash. */
export function processorLabel(name: string): string {
  const known: Readonly<Record<string, ProcessorDescription>> = PROCESSOR_DESCRIPTIONS;
  return known[name]?.displayName ?? name;
}

/** A value for each processor, such as a label with its name. */
export function byProcessor<Value>(
  make: (displayName: string) => Value,
): Readonly<Record<ProcessorName, Value>> {
  const entries = PROCESSORS.map(
    (name) => [name, make(PROCESSOR_DESCRIPTIONS[name].displayName)] as const,
  );
  return Object.fromEntries(entries) as Record<ProcessorName, Value>; // because fromEntries() forgets the names
}
