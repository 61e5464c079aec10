/**
 * The type of a bank account (R45). Stripe's element does not collect it and a confirmation token does not contain
 * it, so it is written to the saved method for later debits.
 */
import type { AchAccountType } from '@quittance/contract/vocabulary';
import type Stripe from 'stripe';
import type { SavedMethod } from '../processor.ts';
import { accountTypeIn } from './from-stripe.ts';

const TYPES = {
  PERSONAL_CHECKING: { account_holder_type: 'individual', account_type: 'checking' },
  PERSONAL_SAVINGS: { account_holder_type: 'individual', account_type: 'savings' },
  BUSINESS_CHECKING: { account_holder_type: 'company', account_type: 'checking' },
  BUSINESS_SAVINGS: { account_holder_type: 'company', account_type: 'savings' },
} as const satisfies Record<AchAccountType, Stripe.PaymentMethodUpdateParams.UsBankAccount>;

/** If the update is refused, Stripe's value remains. The account itself is saved. */
export async function withAccountType(
  stripe: Stripe,
  method: SavedMethod,
  wanted: AchAccountType | null | undefined,
): Promise<SavedMethod> {
  if (!wanted || method.kind !== 'ach' || method.accountType === wanted) return method;
  try {
    const params = { us_bank_account: TYPES[wanted] };
    const updated = await stripe.paymentMethods.update(method.token.reveal(), params);
    return { ...method, accountType: accountTypeIn(updated) };
  } catch {
    return method;
  }
}
