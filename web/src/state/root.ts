/** The groups of the client's state (product §3.16), and the thunks' and listeners' types. */
import { combineReducers, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { authReducer } from './auth.ts';
import { companyReducer } from './company.ts';
import { contactsReducer } from './contacts.ts';
import { contractsReducer } from './contracts.ts';
import { customerReducer } from './customer.ts';
import { hintsReducer } from './hints.ts';
import { invoicesReducer } from './invoices.ts';
import { linkedRequestReducer } from './linked-request.ts';
import { ordersReducer } from './orders.ts';
import { paymentsReducer } from './payments.ts';
import { popupReducer } from './popup.ts';
import { portalLeft } from './portal-left.ts';
import { projectsReducer } from './projects.ts';
import { requestReducer } from './request.ts';
import type { StoreParts } from './store-parts.ts';
import { toastsReducer } from './toasts.ts';

const groups = combineReducers({
  auth: authReducer,
  company: companyReducer,
  contacts: contactsReducer,
  contracts: contractsReducer,
  customer: customerReducer,
  hints: hintsReducer,
  invoices: invoicesReducer,
  linkedRequest: linkedRequestReducer,
  orders: ordersReducer,
  payments: paymentsReducer,
  popup: popupReducer,
  projects: projectsReducer,
  request: requestReducer,
  toasts: toastsReducer,
});

export type RootState = ReturnType<typeof groups>;

/** When a customer leaves, only the toasts that say so stay. */
export function rootReducer(state: RootState | undefined, action: UnknownAction): RootState {
  if (portalLeft.match(action) && state) {
    return groups({ ...groups(undefined, action), toasts: state.toasts }, action);
  }
  return groups(state, action);
}

export type AppDispatch = ThunkDispatch<RootState, StoreParts, UnknownAction>;
export type AppThunk<Result = void> = (
  dispatch: AppDispatch,
  getState: () => RootState,
  parts: StoreParts,
) => Result;
