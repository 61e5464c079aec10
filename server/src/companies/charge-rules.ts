/** Rules for the changes that a company's payers may make to upcoming charges (ADR 0092). */
import { CHARGE_RULES, type ChargeRules } from '@quittance/contract/companies/charge-rules';
import type { CompanyRow } from './store.ts';

export function toChargeRules({ chargeRules }: Pick<CompanyRow, 'chargeRules'>): ChargeRules {
  return { ...CHARGE_RULES, ...chargeRules };
}
