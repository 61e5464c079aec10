/** The company whose brand and terms the portal shows; known before any customer is (decision 0003). */
import type { Company } from '@quittance/contract/company';
import { createSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '../api/failure.ts';
import { createApiThunk } from './app-thunk.ts';

export type CompanyState = {
  company: Company | null;
  isLoading: boolean;
  failure: ApiFailure | null;
};

const initialState: CompanyState = { company: null, isLoading: false, failure: null };

export const loadPublicCompany = createApiThunk('company/loadPublic', 'publicCompany', {
  failureNotice: 'screen',
});

const slice = createSlice({
  name: 'company',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadPublicCompany.pending, (state) => {
        state.isLoading = true;
        state.failure = null;
      })
      .addCase(loadPublicCompany.fulfilled, (state, { payload }) => {
        state.isLoading = false;
        state.company = payload.company;
      })
      .addCase(loadPublicCompany.rejected, (state, { payload }) => {
        state.isLoading = false;
        state.failure = payload ?? null;
      });
  },
});

export const companyReducer = slice.reducer;
