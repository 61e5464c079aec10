/** Terms of every purpose of a mandate, and a company with both names and contacts. */
import { isoDate } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { POPUP_PURPOSES } from '@quittance/contract/vocabulary';
import type { MandatePurpose, MandateTerms } from '../src/checkout/mandates.ts';
import { buildInstallments } from '../src/checkout/plan.ts';

export const money = { amountCents: cents(10_000), feeCents: cents(320) };
export const date = isoDate('2026-01-31');
export const company = {
  name: 'Harbor Smiles',
  legalName: 'Harbor Dental LLC',
  dba: 'Harbor Smiles',
  supportEmail: 'billing@harbor.example',
  supportPhone: '+12075550142',
};

export const PURPOSES: readonly MandatePurpose[] = [...POPUP_PURPOSES, 'AUTO_PAY', 'CHANGE_PLAN'];

export function toTerms(purpose: MandatePurpose): MandateTerms {
  switch (purpose) {
    case 'PLAN': {
      const installments = buildInstallments({ ...money, count: 3, anchor: date });
      return { purpose, ...money, installments };
    }
    case 'CHANGE_PM':
    case 'CHANGE_PLAN': {
      const payments = buildInstallments({ ...money, count: 2, anchor: date });
      return { purpose, ...money, payments };
    }
    case 'ADD_PM':
      return { purpose };
    case 'AUTO_PAY':
      return { purpose, fee: { feePercentage: 290, feeFixed: cents(30) } };
    default:
      return { purpose, ...money, date };
  }
}
