// The server's reason for a page that did not load.

import type { ApiFailure } from '../../../shared/api/client.ts';
import { failureText } from '../../store/failure-text.ts';

export function FailureReason({ failure }: { failure: ApiFailure }) {
  return failureText(failure);
}
