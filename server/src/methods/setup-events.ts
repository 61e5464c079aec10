/** What browsers are told about a method being kept, in the words of the socket's contract. */
import type { ProcessingStatus } from '@quittance/contract/vocabulary';
import type { Setup } from '../storage/methods/method-setups.ts';

export function setupProcessingStatus({
  state,
  wish,
}: Pick<Setup, 'state' | 'wish'>): ProcessingStatus {
  switch (state) {
    case 'SENT':
    case 'ACTION_REQUIRED':
      return 'in_progress';
    case 'KEPT':
      return wish.kind === 'schedule' ? 'payment_scheduled' : 'success';
    case 'FAILED':
      return 'error';
  }
}
