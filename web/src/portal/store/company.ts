/** The company whose brand and terms the portal shows; loaded before any sign-in (decision 0003). */
import type { Company, CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { createSlice } from '@reduxjs/toolkit';
import { createRead, hold } from './read.ts';

export type CompanyState = {
  company: Company | null;
  /** The brand alone, before a sign-in. */
  brand: CompanyBrand | null;
};

const initialState: CompanyState = { company: null, brand: null };

export const companyRead = createRead<'publicCompany' | 'privateCompany'>('company/company', {
  isKept: true,
});
export const brandRead = createRead<'companyBrand'>('company/brand', { isKept: true });

const slice = createSlice({
  name: 'company',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(companyRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { company: answer.company, brand: answer.company });
      })
      .addMatcher(brandRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { brand: answer.company });
      });
  },
});

export const companyReducer = slice.reducer;
