/**
 * Data about the payer that some accounts need for a bank debit. Fiserv's guide lists it as required but its schema
 * does not, so a company specifies what its account needs (`checkFields`), and nothing else is sent.
 */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import type { ChargeOrder, Declined } from '../processor.ts';

const CHECK_FIELDS = ['email', 'dateOfBirth', 'checkData', 'driverLicense', 'taxId'] as const;
export type CheckField = (typeof CHECK_FIELDS)[number];

/** A comma-separated list, such as `email,dateOfBirth`. */
export function readCheckFields(list: string | undefined): CheckField[] {
  const names = (list ?? '').split(',').map((name) => name.trim());
  return names.filter(Boolean).map((name) => {
    const field = CHECK_FIELDS.find((known) => known === name);
    invariant(field, 'checkFields names fields of a bank debit');
    return field;
  });
}

const PAYER_IDS: readonly CheckField[] = ['driverLicense', 'taxId'];

const MESSAGES: Readonly<Record<CheckField, string>> = {
  email: RESPONSE_MESSAGES.debitNeedsEmail,
  dateOfBirth: RESPONSE_MESSAGES.debitNeedsDateOfBirth,
  checkData: RESPONSE_MESSAGES.debitNotPossible,
  driverLicense: RESPONSE_MESSAGES.debitNeedsPayer,
  taxId: RESPONSE_MESSAGES.debitNeedsPayer,
};

type Debit = Pick<ChargeOrder, 'kind' | 'payer'> & {
  /** True if the account was entered only for this debit. */
  isOneTime: boolean;
};

/**
 * An identification is entered into the processor's fields with a new account and is not stored anywhere, so a
 * later debit cannot repeat it. The fields accept only one of the two identifications. A check number exists only
 * on paper, and the fields do not include it.
 */
function isKnown(field: CheckField, debit: Debit, needed: readonly CheckField[]): boolean {
  const { email, bornOn } = debit.payer;
  if (field === 'email') return email !== null;
  if (field === 'dateOfBirth') return Boolean(bornOn);
  const isOnlyId = PAYER_IDS.filter((id) => needed.includes(id)).length === 1;
  return PAYER_IDS.includes(field) && isOnlyId && debit.isOneTime;
}

/**
 * Declines before anything is sent, because the account would refuse the debit without a reason for the payer. A
 * bank account is not saved either, because its later debits would be declined.
 */
export function refuseIncomplete(debit: Debit, needed: readonly CheckField[]): Declined | null {
  const missing = debit.kind === 'ach' && needed.find((field) => !isKnown(field, debit, needed));
  if (!missing) return null;
  const code = `missing_${missing}`;
  const isBoth = PAYER_IDS.every((id) => needed.includes(id)) && PAYER_IDS.includes(missing);
  const message = isBoth ? RESPONSE_MESSAGES.debitNotPossible : MESSAGES[missing];
  return { kind: 'declined', processorReference: null, code, message, class: 'hard' };
}
