/** The groups of the client's state (product §3.16), and the types of thunks and listeners. */
import {
  combineReducers,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { authReducer } from './auth.ts';
import { companyReducer } from './company.ts';
import { contactsReducer } from './contacts.ts';
import { contractsReducer } from './contracts.ts';
import { customerReducer } from './customer.ts';
import { invoicesReducer } from './invoices.ts';
import { linkedRequestReducer } from './linked-request.ts';
import { ordersReducer } from './orders.ts';
import { paymentsReducer } from './payments.ts';
import { popupReducer } from './popup.ts';
import { projectsReducer } from './projects.ts';
import { readsReducer } from './reads.ts';
import { recordsReducer } from './records.ts';
import { requestReducer } from './request.ts';
import { selectionReducer } from './selection.ts';
import { signedOut } from './signed-out.ts';
import type { StoreParts } from './store-parts.ts';
import { toastsReducer } from './toasts.ts';

const groups = combineReducers({
  auth: authReducer,
  company: companyReducer,
  contacts: contactsReducer,
  contracts: contractsReducer,
  customer: customerReducer,
  invoices: invoicesReducer,
  linkedRequest: linkedRequestReducer,
  orders: ordersReducer,
  payments: paymentsReducer,
  popup: popupReducer,
  projects: projectsReducer,
  reads: readsReducer,
  records: recordsReducer,
  request: requestReducer,
  selection: selectionReducer,
  toasts: toastsReducer,
});

export type RootState = ReturnType<typeof groups>;

/** A sign-out clears everything but the toasts, which announce it, and the brand, which is public. */
export function rootReducer(state: RootState | undefined, action: UnknownAction): RootState {
  if (signedOut.match(action) && state) {
    const company = { company: null, brand: state.company.brand };
    return groups({ ...groups(undefined, action), toasts: state.toasts, company }, action);
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
