/** The company whose brand and terms the portal shows; known before any customer is (decision 0003). */
import type { Company, CompanyBrand } from '@quittance/contract/company';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { createApiThunk } from '../store/app-thunk.ts';

export type CompanyState = {
  company: Company | null;
  /** Its face alone, where nobody has signed in yet. */
  brand: CompanyBrand | null;
  isLoading: boolean;
  failure: ApiFailure | null;
};

const initialState: CompanyState = { company: null, brand: null, isLoading: false, failure: null };

export const loadPublicCompany = createApiThunk('company/loadPublic', 'publicCompany', {
  failureNotice: 'screen',
});

export const loadCompany = createApiThunk('company/load', 'privateCompany', {
  failureNotice: 'screen',
});
export const loadCompanyBrand = createApiThunk('company/loadBrand', 'companyBrand', {
  failureNotice: 'screen',
});

const slice = createSlice({
  name: 'company',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadCompanyBrand.fulfilled, (state, { payload }) => {
        state.brand = payload.company;
      })
      .addMatcher(
        isAnyOf(loadPublicCompany.fulfilled, loadCompany.fulfilled),
        (state, { payload }) => {
          state.company = payload.company;
          state.brand = payload.company;
        },
      )
      .addMatcher(
        isAnyOf(loadPublicCompany.pending, loadCompany.pending, loadCompanyBrand.pending),
        (state) => {
          state.isLoading = true;
          state.failure = null;
        },
      )
      .addMatcher(
        isAnyOf(loadPublicCompany.fulfilled, loadCompany.fulfilled, loadCompanyBrand.fulfilled),
        (state) => {
          state.isLoading = false;
        },
      )
      .addMatcher(
        isAnyOf(loadPublicCompany.rejected, loadCompany.rejected, loadCompanyBrand.rejected),
        (state, { payload }) => {
          state.isLoading = false;
          state.failure = payload ?? null;
        },
      );
  },
});

export const companyReducer = slice.reducer;
