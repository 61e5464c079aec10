import { describe, expect, it } from 'vitest';
import { ERROR_FAMILIES } from './error-entry.ts';
import { ERROR_CODES, ERRORS, formatMessage, isErrorCode, PAYMENT_TOASTS } from './errors.ts';
import { STAFF_ERRORS } from './staff-errors.ts';
import { errorTexts } from './texts/en/errors.ts';

/** The table of product §8.1, line by line. */
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

/** Codes outside that table: named by product §8.3, or ours. */
const BESIDE = [
  ['ACCOUNT_IS_PROCESSING', 409, 'Payment is processing'],
  ['ACCOUNT_NOT_PAYABLE', 409, "This invoice can't be paid right now."],
  ['AMOUNT_CHANGED', 409, 'The amount has changed. Please check the new total and try again.'],
  ['MANDATE_CHANGED', 409, 'The authorization text has changed. Please read it again and confirm.'],
  [
    'IDEMPOTENCY_KEY_REUSED',
    409,
    'This payment differs from the one already started. Please reload and try again.',
  ],
  ['PAYMENT_DECLINED', 402, 'Payment failed'],
  ['PROCESSOR_UNAVAILABLE', 503, 'Payments are unavailable right now. You have not been charged.'],
  ['NOT_SUPPORTED_BY_PROCESSOR', 422, "The company's payment processor doesn't support this call."],
  [
    'METHOD_NOT_SAVED',
    402,
    "We couldn't save this payment method. Please check the details and try again.",
  ],
  [
    'METHOD_NOT_USABLE',
    409,
    'This payment method can no longer be used. Please choose another one.',
  ],
  [
    'DATE_NOT_AVAILABLE',
    422,
    'A payment cannot be scheduled for this date. Please choose another one.',
  ],
  ['METHOD_RESTRICTED', 422, "The company doesn't accept this payment method."],
  ['OPTION_NOT_AVAILABLE', 422, "The company doesn't offer this payment option."],
  ['ESTIMATE_NOT_OPEN', 409, 'This estimate can no longer be accepted.'],
  ['REQUEST_CHANGED', 409, 'This request has changed. Please check it and try again.'],
  ['CUSTOMER_ERASED', 409, 'This customer was erased and can no longer be changed or billed.'],
  [
    'CUSTOMER_HAS_OPEN_PAYMENTS',
    409,
    'A payment, refund or dispute of this customer is open. Try again when it has ended.',
  ],
  [
    'CUSTOMER_HAS_ARRANGEMENTS',
    409,
    'This customer has a payment plan or a scheduled payment. Cancel it first.',
  ],
  ['INVALID_CONTACT', 422, 'Please check the email address or phone number.'],
  ['CONTACT_ALREADY_ADDED', 409, 'This contact is already in your list.'],
  ['CONTACTS_MAX_10', 409, 'You can have up to 10 contacts.'],
  ['LAST_CONTACT', 409, 'This is your only verified email. Verify another one first.'],
  [
    'VERIFICATION_NOT_VALID',
    422,
    'This verification link is no longer valid. Please request a new one.',
  ],
  ['SIGN_IN_AGAIN', 403, 'For your security, please sign in again to make this change.'],
  ['PASSKEY_NOT_VALID', 422, "This passkey isn't valid here. Sign in with an emailed link."],
  ['PASSKEY_NOT_ADDED', 422, "The passkey couldn't be added. Please try again."],
  ['PASSKEYS_MAX_10', 409, 'You can have up to 10 passkeys.'],
  ['INVALID_REQUEST', 400, "Something in your request isn't valid. Please check it and try again."],
  ['CARD_DATA_REFUSED', 422, 'Enter card and account numbers only in the secure fields.'],
  [
    'DOMAIN_RESERVED',
    422,
    'This domain is reserved for the portal itself. Please choose another one.',
  ],
  ['SCOPE_MISSING', 403, "This API key's scopes don't include this call."],
  [
    'EXTERNAL_REF_ALREADY_USED',
    409,
    'This external reference number is already in use. Please enter another and try again.',
  ],
  [
    'PROJECT_REF_ALREADY_USED',
    409,
    'This project reference number is already in use. Please enter another and try again.',
  ],
  [
    'CONTRACT_REF_ALREADY_USED',
    409,
    'This contract reference number is already in use. Please enter another and try again.',
  ],
  ['PROJECT_NOT_FOUND', 404, "This project wasn't found in our system."],
  ['CONTRACT_NOT_FOUND', 404, "This contract wasn't found in our system."],
  [
    'IMPORT_TOO_LARGE',
    413,
    'An import by the API takes up to 10,000 rows and 10 MB. Split the file, or use the command line.',
  ],
  ['IMPORT_ROW_REPEATED', 409, 'An earlier row of the file names the same object.'],
  ['IMPORT_ROW_NOT_CHANGEABLE', 409, "What is stored differs from the row and can't be changed."],
  [
    'INVOICE_NOT_CHANGEABLE',
    409,
    'This invoice is paid, arranged, disputed or voided and can no longer be changed.',
  ],
  ['INVOICE_NOT_SENDABLE', 409, 'Only an invoice that is open can be sent.'],
  ['NO_EMAIL', 409, 'This customer has no email address that mail can be sent to.'],
  ['REFUND_TOO_LARGE', 409, 'More than is left of this payment cannot be refunded.'],
  ['REFUND_NOT_FAILED', 409, 'Only a refund that failed or has no answer needs a decision.'],
  [
    'PAYMENT_NOT_REFUNDABLE',
    409,
    'Only a successful payment that is not disputed can be refunded.',
  ],
  [
    'PAYMENT_NOT_HELD',
    409,
    'Only a payment whose outcome has been unknown for an hour needs a decision.',
  ],
  [
    'PROCESSOR_REFERENCE_ALREADY_USED',
    409,
    'This reference of the processor belongs to another payment.',
  ],
  ['LOGO_REFUSED', 422, 'This file is not a PNG, JPEG, WebP or SVG picture of at most 1 MB.'],
  ['TOO_MANY_KEYS', 409, 'Fifty API keys are valid already. Revoke one first.'],
  ['TOO_MANY_ENDPOINTS', 409, 'Twenty webhook endpoints exist already. Delete one first.'],
  ['TOO_MANY_VIEWS', 409, 'Fifty views are saved already. Delete one first.'],
  [
    'CHARGE_NOT_CHANGEABLE',
    409,
    "This payment can't be changed right now. Please check its status.",
  ],
  ['CHANGE_NOT_ALLOWED', 422, "The company doesn't allow this change."],
  [
    'PAUSE_NOT_OPEN',
    409,
    'This pause was already answered, or the plan has changed since it was requested.',
  ],
  ['SCHEDULE_NOT_CHANGEABLE', 409, 'Only a scheduled payment that was not tried yet can be moved.'],
  [
    'REQUEST_NOT_CHANGEABLE',
    409,
    'This request is canceled, or its customer chose several orders for it.',
  ],
  [
    'ESTIMATE_NOT_ACCEPTED',
    409,
    'Only an estimate that its customer has accepted can be paid by a link.',
  ],
  [
    'OFFER_NOT_POSSIBLE',
    409,
    'An offer must be less than what is owed, on an invoice that is open and not arranged.',
  ],
  ['INQUIRY_ALREADY_ANSWERED', 409, 'This question or dispute was answered already.'],
  [
    'DISPUTE_NOT_ANSWERED',
    409,
    'The customer disputes this invoice and waits for an answer. Answering resolves the dispute.',
  ],
  [
    'CHARGE_DOES_NOT_MATCH',
    409,
    'This charge is not what these installments or invoices cost, or one of them cannot take it.',
  ],
  [
    'PROCESSOR_NOT_ANSWERING',
    503,
    'The processor did not answer. Look at the charge there, or try again later.',
  ],
  ['CHARGES_NOT_HELD', 409, 'Charges are not on hold.'],
  [
    'CHARGES_NOT_COMPARED',
    409,
    'The records of the processor were not compared since the restore. Try again in ten minutes.',
  ],
  [
    'CHARGES_NOT_PLACED',
    409,
    'A charge that was found at the processor is not assigned yet. Assign, refund or acknowledge it first.',
  ],
  ['SIGN_IN_LINK_DEAD', 410, 'This sign-in link is no longer valid. We can send you a new one.'],
  [
    'SIGN_IN_CODE_NEEDED',
    409,
    'Please enter the 6-digit code from the email to continue in this browser.',
  ],
  ['SIGN_IN_CODE_WRONG', 422, "That code isn't right. Please check it and try again."],
  ['UNAUTHORIZED', 401, 'Please sign in to continue.'],
  ['TOO_MANY_REQUESTS', 429, 'Too many attempts. Please wait a moment and try again.'],
  [
    'LINK_LOCKED',
    429,
    'For your security, payments through this link are paused. Please sign in to pay, or try again later.',
  ],
  ['TOO_BUSY', 503, "We're very busy right now. Please try again in a few seconds."],
  ['UNEXPECTED', 500, 'Apologies! Unexpected error occurred. Please try again later.'],
] as const;

describe('Error catalog (product §8)', () => {
  it.each(CATALOG)('%s says %j', (code, message) => {
    expect(ERRORS[code].message).toBe(message);
    expect(formatMessage(code, errorTexts)).toBe(message);
  });

  it.each(BESIDE)('%s answers %d and says %j', (code, status, message) => {
    expect(ERRORS[code]).toMatchObject({ status, message });
  });

  it('the catalog contains exactly these codes', () => {
    const codes = [...CATALOG, ...BESIDE].map(([code]) => code);
    const all = [...codes, ...Object.keys(STAFF_ERRORS)];
    expect([...ERROR_CODES].toSorted()).toEqual(all.toSorted());
  });

  it('answers every error with an error status and a family', () => {
    for (const code of ERROR_CODES) {
      const { status, family, message } = ERRORS[code];
      expect(status >= 400 && status <= 599).toBe(true);
      expect(ERROR_FAMILIES).toContain(family);
      expect(message.trim()).not.toBe('');
    }
  });

  it('only one code answers 401, which the client does not show (product §8.6)', () => {
    expect(ERROR_CODES.filter((code) => ERRORS[code].status === 401)).toEqual(['UNAUTHORIZED']);
  });
});

describe('Message formatter (product §8.2)', () => {
  it('unknown codes are shown as they are', () => {
    expect(formatMessage('SOMETHING_NEW', errorTexts)).toBe('SOMETHING_NEW');
    expect(formatMessage('toString', errorTexts)).toBe('toString');
  });

  it.each([undefined, null, 42, {}, [], new Error('secret'), ''])(
    'an error that is not a text gets the generic message: %j',
    (error) => {
      expect(formatMessage(error, errorTexts)).toBe(
        'Apologies! Unexpected error occurred. Please try again later.',
      );
    },
  );

  it('only catalog codes are error codes', () => {
    expect(isErrorCode('DEMO_MODE')).toBe(true);
    for (const other of ['demo_mode', 'toString', '__proto__', 7, null])
      expect(isErrorCode(other)).toBe(false);
  });
});

describe('Payment toasts (product §8.3)', () => {
  it('payment toasts have these texts', () => {
    expect(PAYMENT_TOASTS).toEqual({
      success: 'Payment successful',
      failed: 'Payment failed',
      error: 'Payment error',
      alreadyPaid: 'Account is already paid',
      processing: 'Payment is processing',
    });
  });
});
