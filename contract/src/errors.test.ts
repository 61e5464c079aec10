import { describe, expect, it } from 'vitest';
import { ERROR_FAMILIES } from './error-entry.ts';
import {
  apiErrorSchema,
  ERROR_CODES,
  ERRORS,
  formatMessage,
  isErrorCode,
  paymentToast,
} from './errors.ts';
import { errorTexts, paymentToasts } from './texts/en/errors.ts';

/** The error table of product §8.1. */
const CATALOG = [
  ['DEMO_MODE', 'This action is not allowed in demo mode'],
  ['DEMO_USER_NO_HAVE_PERMISSIONS', 'This action is not allowed in demo mode'],
  ['WRONG_FILE', 'Wrong file format'],
  [
    'COSTUMER_REF_ALREADY_USED',
    'This customer reference number is already in use. Please enter another and try again.',
  ],
  [
    'ACCOUNT_REF_ALREADY_USED',
    'This account reference number is already in use. Please enter another and try again.',
  ],
  ['USER_NOT_FOUND', "This user wasn't found in our system."],
  ['COMPANY_NOT_FOUND', "This company wasn't found in our system."],
  ['AGENDA_NOT_FOUND', "This agenda wasn't found in our system."],
  ['PREFERENCES_NOT_FOUND', "This preference wasn't found in our system."],
  ['REQUEST_NOT_FOUND', "This request wasn't found in our system."],
  ['DEBTOR_NOT_FOUND', "This customer wasn't found in our system."],
  ['ACCOUNT_NOT_FOUND', "This invoice wasn't found in our system."],
  ['ACCOUNTS_NOT_FOUND', 'Accounts not found'],
  ['WRONG_TEMPLATE_ID', 'An unknown error occurred. Please try again.'],
  [
    'EMAIL_ALREADY_USED',
    'This email is already in use. Create an account with a new email or log in.',
  ],
  ['STRIPE_ERROR', 'Stripe was unable to process your payment. Please try again.'],
  ['PREVIOUS_DISPUTE_IS_NOT_ANSWERED', 'You can have only one open dispute at a time.'],
  ['INVALID_COUNTRY', 'Please check the country code of the phone number.'],
  ['INVALID_CURRENT_PASSWORD', 'Invalid current password'],
  ['DOMAIN_ALREADY_USED', 'This domain is already in use.'],
  ['COMPANY_EXIST', 'This company already exists.'],
  ['USER_CAN_NOT_DELETE_ITSELF', 'You cannot delete yourself.'],
  ['EMAIL_ALREADY_CONFIRMED', 'This email is already confirmed.'],
  ['SOME_PERMISSION_NOT_ACCEPTED', 'Some of the permissions were not accepted.'],
  [
    'ACCOUNT_ALREADY_CLOSED',
    "Your invoice has already been paid! We'll let you know if anything further is needed.",
  ],
  ['NO_HAVE_CREDITS', "You're out of credits"],
  ['TEST_DEBTORS_MAX_2', 'Sorry but you may create only 2 test customers'],
  ['SOME_FIELD_IS_MISSING', 'Some field is missing'],
  ['NOT_FOUND', 'Not found'],
] as const;

describe('Error catalog (product §8)', () => {
  it('the error catalog has the texts of the product specification', () => {
    for (const [code, message] of CATALOG) {
      expect(ERRORS[code].message, code).toBe(message);
      expect(formatMessage(code, errorTexts)).toBe(message);
    }
  });

  it('every error code has an error status and a family', () => {
    for (const code of ERROR_CODES) {
      const { status, family, message } = ERRORS[code];
      expect(status >= 400 && status <= 599).toBe(true);
      expect(ERROR_FAMILIES).toContain(family);
      expect(message.trim()).not.toBe('');
    }
  });

  it('exactly one error code has status 401, and the client does not show it (product §8.6)', () => {
    expect(ERROR_CODES.filter((code) => ERRORS[code].status === 401)).toEqual(['UNAUTHORIZED']);
  });
});

describe('Message formatter (product §8.2)', () => {
  it('an unknown error code is shown unchanged', () => {
    expect(formatMessage('SOMETHING_NEW', errorTexts)).toBe('SOMETHING_NEW');
    expect(formatMessage('toString', errorTexts)).toBe('toString');
  });

  it.each([undefined, null, 42, {}, [], new Error('secret'), ''])(
    'an error that is not a string gets the generic message: %j',
    (error) => {
      expect(formatMessage(error, errorTexts)).toBe(
        'Apologies! Unexpected error occurred. Please try again later.',
      );
    },
  );

  it('only codes in the catalog count as error codes', () => {
    expect(isErrorCode('DEMO_MODE')).toBe(true);
    for (const other of ['demo_mode', 'toString', '__proto__', 7, null])
      expect(isErrorCode(other)).toBe(false);
  });
});

describe('The toast of a payment (product §8.3)', () => {
  const texts = { errors: errorTexts, toasts: paymentToasts };
  const toast = (code: string, said = {}) => paymentToast({ code, ...said }, texts);

  it('two error codes have their own toast, whatever the response says', () => {
    const said = { responseMessage: 'x' };
    expect(toast('ACCOUNT_ALREADY_CLOSED', said)).toBe('Account is already paid');
    expect(toast('ACCOUNT_IS_PROCESSING', said)).toBe('Payment is processing');
  });

  it("a toast shows the response message, or the error code's text when the message is missing", () => {
    expect(toast('PAYMENT_DECLINED', { responseMessage: 'No funds' })).toBe('No funds');
    expect(toast('PAYMENT_DECLINED')).toBe('Payment failed');
    expect(toast('')).toBe('Payment error');
  });
});

describe('The body of a failed call', () => {
  it('the body of a failed call has the error code as its message', () => {
    const body = { success: false, message: 'AMOUNT_CHANGED', details: { payable: {} } };
    expect(apiErrorSchema.parse(body)).toEqual(body);
    expect(apiErrorSchema.safeParse({ success: true, message: 'X' }).success).toBe(false);
  });
});
