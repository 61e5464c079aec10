/** The text shown to the customer for a failed call. */

import { failureTexts } from '#texts/site/failures';
import type { ApiFailure } from '../../shared/api/client.ts';
import { formatMessage } from '../../shared/lib/messages.ts';

export function failureText(failure: ApiFailure | undefined): string {
  return failure?.kind === 'http'
    ? formatMessage(failure.error.message)
    : failureTexts.connectionLost;
}

/** For pages whose reads also show a toast: the toast gives the reason for an HTTP error (product §8.6). */
export function failureTextBesideToast(failure: ApiFailure): string | undefined {
  return failure.kind === 'http' ? undefined : failureText(failure);
}
