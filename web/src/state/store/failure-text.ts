/** What a failed call is called in front of a person. */
import { formatMessage } from '@quittance/contract/errors';
import { failureTexts } from '#texts/site/failures';
import type { ApiFailure } from '../../api/failure.ts';

export function failureText(failure: ApiFailure | undefined): string {
  return failure?.kind === 'http'
    ? formatMessage(failure.error.message)
    : failureTexts.connectionLost;
}
