/** What a company lets its payers change of upcoming charges (ADR 0092). */
import { CHARGE_RULES, type ChargeRules } from '@quittance/contract/schemas/charges/charge-rules';
import type { CompanyRow } from '../../storage/billing/companies.ts';

export function chargeRulesOf({ chargeRules }: Pick<CompanyRow, 'chargeRules'>): ChargeRules {
  return { ...CHARGE_RULES, ...chargeRules };
}
