/** The groups of the client's state (product §3.16), and the types of thunks and listeners. */
import {
  combineReducers,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { authReducer } from './auth.ts';
import { heldAnswersReducer } from './changes.ts';
import { contactsReducer } from './contacts.ts';
import { customerReducer } from './customer.ts';
import { ordersReducer } from './orders.ts';
import { popupReducer } from './popup.ts';
import { brandRead, selectBrand } from './reads.ts';
import { requestReducer } from './request.ts';
import { signedOut } from './session-events.ts';
import type { StoreParts } from './store-parts.ts';
import { toastsReducer } from './toasts.ts';

const groups = combineReducers({
  auth: authReducer,
  contacts: contactsReducer,
  customer: customerReducer,
  orders: ordersReducer,
  popup: popupReducer,
  reads: heldAnswersReducer,
  request: requestReducer,
  toasts: toastsReducer,
});

export type RootState = ReturnType<typeof groups>;
/** Until `full-store.ts` is loaded, the store has only the groups of the first view. */
export type OpeningState = Partial<RootState> & Pick<RootState, 'popup' | 'reads' | 'toasts'>;

/** A sign-out clears everything except the toasts, which announce it, and the brand, which is public. */
export function rootReducer(state: RootState | undefined, action: UnknownAction): RootState {
  if (signedOut.match(action) && state) {
    const company = selectBrand(state);
    const reads = brandRead.change({}, () => company && { success: true, company });
    return groups({ ...groups(undefined, action), toasts: state.toasts, reads }, action);
  }
  return groups(state, action);
}

export type AppDispatch = ThunkDispatch<RootState, StoreParts, UnknownAction>;
export type AppThunk<Result = void> = (
  dispatch: AppDispatch,
  getState: () => RootState,
  parts: StoreParts,
) => Result;
export type StartListening = TypedStartListening<RootState, AppDispatch, StoreParts>;
