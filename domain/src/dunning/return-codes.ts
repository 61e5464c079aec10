/**
 * ACH return codes and the consequence of each class (R15). Every code is in exactly one class; unknown codes are
 * in `other`.
 */
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';

export const RETURN_CLASSES = ['representable', 'badAccount', 'unauthorized', 'other'] as const;
export type ReturnClass = (typeof RETURN_CLASSES)[number];

/* biome-ignore format: a table of codes is read in rows */
export const RETURN_CODES = {
  /** Insufficient funds: the same debit may be presented again. */
  representable: ['R01', 'R09'],
  /** The account is closed, wrong or blocked: the method is disabled. */
  badAccount: ['R02', 'R03', 'R04', 'R12', 'R13', 'R14', 'R15', 'R16', 'R20', 'R28'],
  /** Not authorized by the account owner: the mandate is revoked. */
  unauthorized: ['R05', 'R07', 'R08', 'R10', 'R11', 'R29', 'R51'],
  /** Caused by neither the payer nor the account: manual review is needed. */
  other: [
    'R06', 'R17', 'R18', 'R19', 'R21', 'R22', 'R23', 'R24', 'R25', 'R26', 'R27', 'R30', 'R31',
    'R32', 'R33', 'R34', 'R35', 'R36', 'R37', 'R38', 'R39', 'R40', 'R41', 'R42', 'R43', 'R44',
    'R45', 'R46', 'R47', 'R48', 'R49', 'R50', 'R52', 'R53', 'R54', 'R55', 'R56', 'R57', 'R58',
    'R59', 'R60', 'R61', 'R62', 'R63', 'R64', 'R65', 'R66', 'R67', 'R68', 'R69', 'R70', 'R71',
    'R72', 'R73', 'R74', 'R75', 'R76', 'R77', 'R78', 'R79', 'R80', 'R81', 'R82', 'R83', 'R84',
    'R85',
  ],
} as const satisfies Record<ReturnClass, readonly string[]>;

export function toReturnClass(code: string): ReturnClass {
  const isListed = (name: ReturnClass) => RETURN_CODES[name].some((listed) => listed === code);
  return RETURN_CLASSES.find(isListed) ?? 'other';
}

export type ReturnConsequence = {
  isRepresentable: boolean;
  isMethodDisabled: boolean;
  isMandateRevoked: boolean;
  isAlert: boolean;
};

const NOTHING = {
  isRepresentable: false,
  isMethodDisabled: false,
  isMandateRevoked: false,
  isAlert: false,
} as const satisfies ReturnConsequence;

export const RETURN_CONSEQUENCES = {
  representable: { ...NOTHING, isRepresentable: true },
  badAccount: { ...NOTHING, isMethodDisabled: true },
  unauthorized: { ...NOTHING, isMandateRevoked: true, isAlert: true },
  other: { ...NOTHING, isAlert: true },
} as const satisfies Record<ReturnClass, ReturnConsequence>;

/** Days from each return to the next presentment, of which there are at most two. */
export const REPRESENT_AFTER_DAYS = [3, 5] as const;
export const REPRESENTMENTS_MAX = REPRESENT_AFTER_DAYS.length;
export const REPRESENTMENT_DAYS_MAX = 180;

/** A debit may be presented again at most twice, within 180 days of the first debit and for the same amount. */
export function canRepresent({
  code,
  representments,
  firstDebitOn,
  today,
}: {
  code: string;
  representments: number;
  firstDebitOn: IsoDate;
  today: IsoDate;
}): boolean {
  const isInTime = compareDates(today, addDays(firstDebitOn, REPRESENTMENT_DAYS_MAX)) <= 0;
  const { isRepresentable } = RETURN_CONSEQUENCES[toReturnClass(code)];
  return isRepresentable && isInTime && representments < REPRESENTMENTS_MAX;
}
