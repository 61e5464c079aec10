/** What the browser needs for a 3-D Secure challenge, if the processor requires one. */
import type { Outcome, SetupOutcome } from '../processors/processor.ts';

export type ThreeDS = { isThreeDSActionRequired: boolean; threeDSData?: string };

export function threeDSOf(outcome: Outcome | SetupOutcome | null): ThreeDS {
  const threeDSData = outcome?.kind === 'action_required' ? outcome.threeDSData : null;
  return {
    isThreeDSActionRequired: threeDSData !== null,
    ...(threeDSData !== null ? { threeDSData } : {}),
  };
}
