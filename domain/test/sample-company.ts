/** A company with ordinary terms. Each test states only how its company differs. */

import type { Preference } from '@quittance/contract/companies/portal-schemas';
import { cents } from '@quittance/contract/money';
import type { PayableCompany } from '../src/checkout/amounts.ts';

export const SAMPLE_PREFERENCE: Preference = {
  isContractsVisible: false,
  feeSettings: null,
  isFeePayerCompany: null,
  maxInstallments: 6,
  isIncreasedInstallmentsActive: false,
  maxIncreasedInstallments: 12,
  increasedInstallmentsAmount: cents(100_000),
  maxExtensionDays: 30,
};

const SAMPLE_COMPANY: PayableCompany = {
  rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] },
  feeSettings: { card: 290, ach: 80, cardFixed: cents(30), achFixed: cents(0) },
  isFeePayerCompany: false,
  preference: SAMPLE_PREFERENCE,
};

type Changes = Partial<Omit<PayableCompany, 'preference'>> & { preference?: Partial<Preference> };

export function sampleCompany({ preference = {}, ...changes }: Changes = {}): PayableCompany {
  return {
    ...SAMPLE_COMPANY,
    ...changes,
    preference: { ...SAMPLE_PREFERENCE, ...preference },
  };
}
