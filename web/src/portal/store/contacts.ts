/**
 * The contacts that are being saved, and those that were sent a verification email. Loaded contacts are in
 * reads.ts.
 */

import type { ContactId } from '@quittance/contract/ids';
import { createSlice, isAnyOf, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { toastTexts } from '#texts/site/toasts';
import { createApiThunk } from './app-thunk.ts';

export type ContactsState = {
  isAdding: boolean;
  loadingContacts: ContactId[];
  emailVerificationSent: ContactId[];
};

const initialState: ContactsState = {
  isAdding: false,
  loadingContacts: [],
  emailVerificationSent: [],
};

export const addContact = createApiThunk('contacts/add', 'addContact', {
  successToast: toastTexts.contactAdded,
});
export const updateContact = createApiThunk('contacts/update', 'updateContact', {
  successToast: toastTexts.contactUpdated,
});
export const removeContact = createApiThunk('contacts/remove', 'removeContact', {
  successToast: toastTexts.contactRemoved,
});
export const verifyEmail = createApiThunk('contacts/verifyEmail', 'verifyEmail');
export const confirmEmail = createApiThunk('contacts/confirmEmail', 'confirmEmail', {
  failureNotice: 'screen',
});

const CHANGES = [updateContact, removeContact] as const;

function setLoaded(state: ContactsState, contactId: ContactId): void {
  state.loadingContacts = state.loadingContacts.filter((id) => id !== contactId);
}

const slice = createSlice({
  name: 'contacts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(addContact.pending, (state) => {
        state.isAdding = true;
      })
      .addCase(addContact.fulfilled, (state) => {
        state.isAdding = false;
      })
      .addCase(addContact.rejected, (state) => {
        state.isAdding = false;
      })
      .addCase(verifyEmail.pending, (state, { meta }) => {
        state.loadingContacts.push(meta.arg.body.contactId);
      })
      .addCase(verifyEmail.fulfilled, (state, { meta }) => {
        const { contactId } = meta.arg.body;
        setLoaded(state, contactId);
        state.emailVerificationSent.push(contactId);
      })
      .addCase(verifyEmail.rejected, (state, { meta }) => {
        setLoaded(state, meta.arg.body.contactId);
      })
      .addMatcher(isPending(...CHANGES), (state, { meta }) => {
        state.loadingContacts.push(meta.arg.params.id);
      })
      .addMatcher(isAnyOf(isFulfilled(...CHANGES), isRejected(...CHANGES)), (state, { meta }) => {
        setLoaded(state, meta.arg.params.id);
      });
  },
});

export const contactsReducer = slice.reducer;
