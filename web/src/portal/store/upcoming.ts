/** Changes of upcoming charges (ADR 0092). */
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import type { ChangePreview, ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import type { ApiFailure, CallInput } from '../../shared/api/client.ts';
import type { AppThunk } from './root.ts';

type ReadResult<Value> = { isOk: true; value: Value } | { isOk: false; failure: ApiFailure };

function ask<Name extends RouteName>(
  route: Name,
  input: CallInput<Name>,
): AppThunk<Promise<ReadResult<AnswerOf<Name>>>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call(route, input);
    return result.isOk ? { isOk: true, value: result.answer } : result;
  };
}

export const previewChange = (change: ChargeChange) => ask('previewChange', { body: { change } });

export const makeChange = (change: ChargeChange, { text }: Pick<ChangePreview, 'text'>) =>
  ask('changeCharge', { body: { change, agreedText: text } });

export const withdrawPause = (internalRef: string) =>
  ask('withdrawPause', { params: { id: internalRef } });

export const createFeed = () => ask('createCalendarFeed', {});
export const revokeFeed = () => ask('revokeCalendarFeed', {});
