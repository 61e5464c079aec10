/** The company whose brand and terms the portal shows; loaded before any sign-in (decision 0003). */
import type { Company, CompanyBrand } from '@quittance/contract/schemas/company';
import { createSlice, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { createApiThunk } from '../store/app-thunk.ts';

export type CompanyState = {
  company: Company | null;
  /** The brand alone, before a sign-in. */
  brand: CompanyBrand | null;
  isLoading: boolean;
  failure: ApiFailure | null;
};

const initialState: CompanyState = { company: null, brand: null, isLoading: false, failure: null };

const ON_SCREEN = { failureNotice: 'screen' } as const;

export const loadPublicCompany = createApiThunk('company/loadPublic', 'publicCompany', ON_SCREEN);
export const loadCompany = createApiThunk('company/load', 'privateCompany', ON_SCREEN);
export const loadCompanyBrand = createApiThunk('company/loadBrand', 'companyBrand', ON_SCREEN);

const LOADS = [loadPublicCompany, loadCompany, loadCompanyBrand] as const;

const slice = createSlice({
  name: 'company',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadCompanyBrand.fulfilled, (state, { payload }) => {
        state.brand = payload.company;
      })
      .addMatcher(isFulfilled(loadPublicCompany, loadCompany), (state, { payload }) => {
        state.company = payload.company;
        state.brand = payload.company;
      })
      .addMatcher(isPending(...LOADS), (state) => {
        state.isLoading = true;
        state.failure = null;
      })
      .addMatcher(isFulfilled(...LOADS), (state) => {
        state.isLoading = false;
      })
      .addMatcher(isRejected(...LOADS), (state, { payload }) => {
        state.isLoading = false;
        state.failure = payload ?? null;
      });
  },
});

export const companyReducer = slice.reducer;
