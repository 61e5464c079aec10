/** The customer's contacts, which of them are being saved, and where a verification mail went. */
import type { Contact } from '@quittance/contract/contacts';
import type { ContactId } from '@quittance/contract/ids';
import { createSlice } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

export type ContactsState = {
  contacts: Contact[];
  isLoading: boolean;
  loadingContacts: ContactId[];
  emailVerificationSent: ContactId[];
};

const initialState: ContactsState = {
  contacts: [],
  isLoading: false,
  loadingContacts: [],
  emailVerificationSent: [],
};

export const loadContacts = createApiThunk('contacts/load', 'contacts');

const slice = createSlice({
  name: 'contacts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadContacts.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadContacts.fulfilled, (state, { payload }) => {
        state.isLoading = false;
        state.contacts = payload.contacts;
      })
      .addCase(loadContacts.rejected, (state) => {
        state.isLoading = false;
      });
  },
});

export const contactsReducer = slice.reducer;
