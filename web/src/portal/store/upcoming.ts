/** Calls about upcoming charges (ADR 0092). Their pages hold the answers: no other page shows them. */
import type { CustomerId } from '@quittance/contract/ids';
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import type { ChangePreview, ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import type { ApiFailure, CallInput } from '../../shared/api/client.ts';
import type { AppThunk } from './root.ts';

export type Answered<Value> = { isOk: true; value: Value } | { isOk: false; failure: ApiFailure };

function ask<Name extends RouteName>(
  route: Name,
  input: CallInput<Name>,
): AppThunk<Promise<Answered<AnswerOf<Name>>>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call(route, input);
    return result.isOk ? { isOk: true, value: result.answer } : result;
  };
}

export const loadUpcoming = (id: CustomerId, cursor: string | null) =>
  ask('upcomingCharges', { params: { id }, query: { limit: 25, ...(cursor ? { cursor } : {}) } });

export const loadPlanChanges = (internalRef: string) =>
  ask('planChanges', { params: { id: internalRef } });

export const previewChange = (change: ChargeChange) => ask('previewChange', { body: { change } });

export const makeChange = (change: ChargeChange, { text }: Pick<ChangePreview, 'text'>) =>
  ask('changeCharge', { body: { change, agreedText: text } });

export const withdrawPause = (internalRef: string) =>
  ask('withdrawPause', { params: { id: internalRef } });

export const createFeed = () => ask('createCalendarFeed', {});
export const revokeFeed = () => ask('revokeCalendarFeed', {});

export const loadRecovery = (link: { company: string; token: string }) =>
  ask('publicRecovery', { params: { company: link.company, id: link.token } });
