/**
 * The payment options that a company offers: in full, plan or schedule, by card or bank (product §4 and §5).
 * amounts.ts decides whether a given invoice can be paid.
 */
import type { Company } from '@quittance/contract/companies/portal-schemas';
import {
  CHARGE_KINDS,
  type ChargeKind,
  type MethodType,
  PAYMENT_OPTIONS,
  type PaymentOption,
} from '@quittance/contract/vocabulary';

export type OptionCompany = Pick<Company, 'rules'>;

/** An empty list means all options. The order is always that of the popup. */
export function offeredOptions({ rules }: OptionCompany): PaymentOption[] {
  const available = rules.availablePaymentOptions;
  return PAYMENT_OPTIONS.filter((option) => available.length === 0 || available.includes(option));
}

export function defaultOption(company: OptionCompany): PaymentOption {
  return offeredOptions(company)[0] ?? 'PAY_IN_FULL';
}

const METHOD_TYPES_OF_KINDS = {
  card: 'CARD',
  ach: 'ACH',
} as const satisfies Record<ChargeKind, MethodType>;

export function toMethodType(kind: ChargeKind): 'CARD' | 'ACH' {
  return METHOD_TYPES_OF_KINDS[kind];
}

export function acceptedKinds({ rules }: OptionCompany): ChargeKind[] {
  return CHARGE_KINDS.filter(
    (kind) => !rules.restrictedPaymentMethods.includes(toMethodType(kind)),
  );
}
