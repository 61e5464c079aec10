/** Lets a command call processors. Most commands only write orders, so the processors' libraries are not loaded. */
import type { Processors } from '../../processors/registry.ts';
import type { Context } from './command.ts';

function refuseCall(): never {
  throw new Error('A command does not call a processor.');
}

export const NO_CALLS: Processors = {
  supports: () => true,
  overrideOf: refuseCall,
  usualScript: refuseCall,
  create: refuseCall,
};

export async function withProcessors(context: Context): Promise<Context> {
  const { deps, config } = context;
  if (deps.processors !== NO_CALLS) return context;
  const { openProcessors } = await import('../open-processors.ts');
  return { ...context, deps: { ...deps, processors: await openProcessors(config, deps) } };
}
