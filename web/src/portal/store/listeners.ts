/**
 * Side effects of actions: failures and successes become toasts here (product §8.6, §8.7), and
 * `payment-listeners.ts` follows payments. Components neither catch failures nor show toasts.
 */
import {
  createListenerMiddleware,
  isFulfilled,
  isRejectedWithValue,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { ApiFailure } from '../../shared/api/client.ts';
import { isReadAction } from '../../shared/api/reads.ts';
import type { ApiThunkMeta } from './app-thunk.ts';
import { addContact, confirmEmail, removeContact, updateContact } from './contacts.ts';
import { removeMethod, setAutoPayMethod, toggleAutoPay, updateCustomer } from './customer.ts';
import { failureText } from './failure-text.ts';
import { listenForPayments } from './payment-listeners.ts';
import { contactsRead, customerRead } from './reads.ts';
import type { AppDispatch, RootState, StartListening } from './root.ts';
import type { StoreParts } from './store-parts.ts';
import { toastShown } from './toasts.ts';

export function createListeners(parts: StoreParts) {
  const listeners = createListenerMiddleware<RootState, AppDispatch, StoreParts>({ extra: parts });
  listenForNotices(listeners.startListening);
  listenForPayments(listeners.startListening);
  listenForChanges(listeners.startListening);
  return listeners.middleware;
}

/** The page itself offers the new sign-in or reports that the invoice does not exist. */
function isShownOnScreen({ status, error }: Extract<ApiFailure, { kind: 'http' }>): boolean {
  return status === 401 || ['SIGN_IN_AGAIN', 'ACCOUNT_NOT_FOUND'].includes(error.message);
}

type ReadFailed = { payload: { failure: ApiFailure; isToast: boolean } };

function isReadFailed(action: UnknownAction): action is UnknownAction & ReadFailed {
  return isReadAction(action) && action.type === 'read/failed';
}

/** A 401 shows nothing, and a failure shown on the screen is not repeated in a toast. */
function listenForNotices(startListening: StartListening): void {
  startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload, meta }, { dispatch }) => {
      const failure = payload as ApiFailure; // because createApiThunk rejects with nothing else
      const { failureNotice } = meta as Partial<ApiThunkMeta>; // because createApiThunk always adds it
      if (failureNotice !== 'toast' || failure.kind === 'aborted') return;
      if (failure.kind === 'http' && isShownOnScreen(failure)) return;
      dispatch(toastShown({ tone: 'error', text: failureText(failure) }));
    },
  });
  startListening({
    matcher: isReadFailed,
    effect: ({ payload: { failure, isToast } }, { dispatch }) => {
      // Without a network, the page and the offline banner report the failure.
      if (!isToast || failure.kind !== 'http' || isShownOnScreen(failure)) return;
      dispatch(toastShown({ tone: 'error', text: failureText(failure) }));
    },
  });
  startListening({
    matcher: isFulfilled,
    effect: ({ meta }, { dispatch }) => {
      const { successToast } = meta as Partial<ApiThunkMeta>; // because createApiThunk always adds it
      if (successToast) dispatch(toastShown({ tone: 'success', text: successToast }));
    },
  });
}

/**
 * The response to a change is newer than the response to a read that was running at the same time, so the read is
 * repeated.
 */
function listenForChanges(startListening: StartListening): void {
  startListening({
    matcher: isFulfilled(addContact, updateContact, removeContact, confirmEmail),
    effect: (_, { extra }) => extra.reads.overtake(contactsRead.name),
  });
  startListening({
    matcher: isFulfilled(updateCustomer, removeMethod, toggleAutoPay, setAutoPayMethod),
    effect: (_, { extra }) => extra.reads.overtake(customerRead.name),
  });
}
