/**
 * Data about the payer that some accounts need for a bank debit. Fiserv's guide lists it as required, its schema does
 * not, so a company states what its account needs (`checkFields`), and nothing else is sent.
 */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import type { ChargeOrder, Declined, Payer } from '../processor.ts';

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

/** The portal does not ask for the number of a check, a license or a tax id. */
function isKnown(field: CheckField, { email, bornOn }: Payer): boolean {
  if (field === 'email') return email !== null;
  return field === 'dateOfBirth' && Boolean(bornOn);
}

const MESSAGES: Readonly<Record<CheckField, string>> = {
  email: RESPONSE_MESSAGES.debitNeedsEmail,
  dateOfBirth: RESPONSE_MESSAGES.debitNeedsDateOfBirth,
  checkData: RESPONSE_MESSAGES.debitNotPossible,
  driverLicense: RESPONSE_MESSAGES.debitNotPossible,
  taxId: RESPONSE_MESSAGES.debitNotPossible,
};

/**
 * Declined here, before anything is sent: the account would refuse the debit without telling the payer why. A bank
 * account is not saved either, because its later debits would be declined.
 */
export function refuseIncomplete(
  { kind, payer }: Pick<ChargeOrder, 'kind' | 'payer'>,
  needed: readonly CheckField[],
): Declined | null {
  const missing = kind === 'ach' && needed.find((field) => !isKnown(field, payer));
  if (!missing) return null;
  const code = `missing_${missing}`;
  const message = MESSAGES[missing];
  return { kind: 'declined', processorReference: null, code, message, class: 'hard' };
}
