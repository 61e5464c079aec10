/**
 * Saves a new method (product §4.14): the submit, the bank's challenge if one is required, and polling until the
 * server has the result. Returns the method, which is an earlier one if the card was saved before (R46), or the
 * reason it failed.
 */

import type { MethodId } from '@quittance/contract/ids';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { recordedText } from '#texts/shared/recorded';
import { failureTexts } from '#texts/site/failures';
import { formatMessage } from '../../shared/lib/messages.ts';
import { failureText } from './failure-text.ts';
import { addMethod } from './methods.ts';
import { customerRead, selectSignedInCustomer } from './reads.ts';
import type { AppThunk } from './root.ts';

const CHECK_MS = 1_000;
/** After these checks, the payer sees that the result is pending. A socket event delivers it later (R21). */
const CHECKS_MAX = 30;

type SaveMethodInput = {
  processor: ProcessorName;
  paymentInfo: PaymentInfo;
  confirm: (threeDSData: string) => Promise<boolean>;
};

export type SaveMethodResult =
  | { isSaved: true; methodId: MethodId }
  | { isSaved: false; message: string };

const failed = (message: string): SaveMethodResult => ({ isSaved: false, message });

export function saveMethod({
  processor,
  paymentInfo,
  confirm,
}: SaveMethodInput): AppThunk<Promise<SaveMethodResult>> {
  return async (dispatch) => {
    const added = await dispatch(addMethod({ body: { processor, paymentInfo } }));
    if (!addMethod.fulfilled.match(added)) {
      const failure = addMethod.rejected.match(added) ? added.payload : undefined;
      const message = failure?.kind === 'http' ? failure.error.responseMessage : undefined;
      return failed(message ?? failureText(failure));
    }
    const { setupId, threeDSData } = added.payload;
    if (threeDSData) await confirm(threeDSData).catch(() => false);
    return dispatch(followSetup(setupId));
  };
}

type SetupStatus = AnswerOf<'methodSetup'>;

function followSetup(id: string): AppThunk<Promise<SaveMethodResult>> {
  return async (dispatch, getState, { api }) => {
    for (let checks = 0; checks < CHECKS_MAX; checks += 1) {
      if (checks > 0) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      const result = await api.call('methodSetup', { params: { id } });
      const end = result.isOk ? toSetupEnd(result.answer) : null;
      if (end?.kind === 'failed') return failed(end.message);
      if (end?.kind !== 'saved') continue;
      await dispatch(customerRead.again());
      if (selectSignedInCustomer(getState())) return { isSaved: true, methodId: end.methodId };
      return failed(failureTexts.connectionLost);
    }
    return failed(failureTexts.stillSaving);
  };
}

function toSetupEnd({ paymentProcessingStatus, responseMessage, methodId }: SetupStatus) {
  if (paymentProcessingStatus === 'success' && methodId) {
    return { kind: 'saved', methodId } as const;
  }
  if (paymentProcessingStatus !== 'error') return null;
  const message = recordedText(responseMessage ?? formatMessage('METHOD_NOT_SAVED'));
  return { kind: 'failed', message } as const;
}
