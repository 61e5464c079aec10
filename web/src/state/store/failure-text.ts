/** The text of a failed call for the customer. */
import { formatMessage } from '@quittance/contract/errors';
import { failureTexts } from '#texts/site/failures';
import type { ApiFailure } from '../../api/failure.ts';

export function failureText(failure: ApiFailure | undefined): string {
  return failure?.kind === 'http'
    ? formatMessage(failure.error.message)
    : failureTexts.connectionLost;
}
