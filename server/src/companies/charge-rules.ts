/** Rules for what a company's payers may change about upcoming charges (ADR 0092). */
import { CHARGE_RULES, type ChargeRules } from '@quittance/contract/companies/charge-rules';
import type { CompanyRow } from './store.ts';

export function toChargeRules({ chargeRules }: Pick<CompanyRow, 'chargeRules'>): ChargeRules {
  return { ...CHARGE_RULES, ...chargeRules };
}
