/** The text of a failed call for the customer. */

import { failureTexts } from '#texts/site/failures';
import type { ApiFailure } from '../../shared/api/client.ts';
import { formatMessage } from '../../shared/lib/messages.ts';

export function failureText(failure: ApiFailure | undefined): string {
  return failure?.kind === 'http'
    ? formatMessage(failure.error.message)
    : failureTexts.connectionLost;
}

/** On the page of a read with a toast: the toast gives the reason of an HTTP error (product §8.6). */
export function failureTextBesideToast(failure: ApiFailure): string | undefined {
  return failure.kind === 'http' ? undefined : failureText(failure);
}
