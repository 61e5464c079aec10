/**
 * The error catalog (product §8): each code with its HTTP status, the text for customers, and its family. The
 * server throws codes; the browser shows `formatMessage`. The API's error texts are defined only here.
 */
import { z } from 'zod';
import { COMPANY_ERRORS } from './company-errors.ts';
import {
  accessError,
  alreadyUsed,
  type CatalogEntry,
  notFound,
  processorError,
  requestError,
  serverError,
  stateError,
} from './error-entry.ts';
import { STAFF_ERRORS } from './staff-errors.ts';

const DEMO = accessError(403, 'This action is not allowed in demo mode');

/** Errors that payers can see. The browser does not load any others. */
export const PAYER_ERRORS = {
  DEMO_MODE: DEMO,
  DEMO_USER_NO_HAVE_PERMISSIONS: DEMO,
  WRONG_FILE: requestError(422, 'Wrong file format'),
  COSTUMER_REF_ALREADY_USED: alreadyUsed('customer'),
  ACCOUNT_REF_ALREADY_USED: alreadyUsed('account'),
  USER_NOT_FOUND: notFound('user'),
  COMPANY_NOT_FOUND: notFound('company'),
  AGENDA_NOT_FOUND: notFound('agenda'),
  PREFERENCES_NOT_FOUND: notFound('preference'),
  REQUEST_NOT_FOUND: notFound('request'),
  DEBTOR_NOT_FOUND: notFound('customer'),
  ACCOUNT_NOT_FOUND: notFound('invoice'),
  ACCOUNTS_NOT_FOUND: accessError(404, 'Accounts not found'),
  WRONG_TEMPLATE_ID: serverError(422, 'An unknown error occurred. Please try again.'),
  EMAIL_ALREADY_USED: requestError(
    409,
    'This email is already in use. Create an account with a new email or log in.',
  ),
  STRIPE_ERROR: processorError(402, 'Stripe was unable to process your payment. Please try again.'),
  PREVIOUS_DISPUTE_IS_NOT_ANSWERED: stateError(
    409,
    'You can have only one open dispute at a time.',
  ),
  INVALID_COUNTRY: requestError(422, 'Please check the country code of the phone number.'),
  INVALID_CURRENT_PASSWORD: requestError(422, 'Invalid current password'),
  DOMAIN_ALREADY_USED: requestError(409, 'This domain is already in use.'),
  COMPANY_EXIST: requestError(409, 'This company already exists.'),
  USER_CAN_NOT_DELETE_ITSELF: stateError(409, 'You cannot delete yourself.'),
  EMAIL_ALREADY_CONFIRMED: stateError(409, 'This email is already confirmed.'),
  SOME_PERMISSION_NOT_ACCEPTED: accessError(403, 'Some of the permissions were not accepted.'),
  ACCOUNT_ALREADY_CLOSED: stateError(
    409,
    "Your invoice has already been paid! We'll let you know if anything further is needed.",
  ),
  NO_HAVE_CREDITS: stateError(402, "You're out of credits"),
  TEST_DEBTORS_MAX_2: stateError(409, 'Sorry but you may create only 2 test customers'),
  SOME_FIELD_IS_MISSING: requestError(422, 'Some field is missing'),
  NOT_FOUND: accessError(404, 'Not found'),

  // The codes below are not in the table of product §8. They come from its text or are Quittance's own.
  ACCOUNT_IS_PROCESSING: stateError(409, 'Payment is processing'),
  ACCOUNT_NOT_PAYABLE: stateError(409, "This invoice can't be paid right now."),
  AMOUNT_CHANGED: stateError(
    409,
    'The amount has changed. Please check the new total and try again.',
  ),
  MANDATE_CHANGED: stateError(
    409,
    'The authorization text has changed. Please read it again and confirm.',
  ),
  IDEMPOTENCY_KEY_REUSED: requestError(
    409,
    'This payment differs from the one already started. Please reload and try again.',
  ),
  PAYMENT_DECLINED: processorError(402, 'Payment failed'),
  PROCESSOR_UNAVAILABLE: processorError(
    503,
    'Payments are unavailable right now. You have not been charged.',
  ),
  NOT_SUPPORTED_BY_PROCESSOR: requestError(
    422,
    "The company's payment processor doesn't support this action.",
  ),
  METHOD_NOT_SAVED: processorError(
    402,
    "We couldn't save this payment method. Please check the details and try again.",
  ),
  METHOD_NOT_USABLE: stateError(
    409,
    'This payment method can no longer be used. Please choose another one.',
  ),
  DATE_NOT_AVAILABLE: requestError(
    422,
    'A payment cannot be scheduled for this date. Please choose another one.',
  ),
  CHARGE_NOT_CHANGEABLE: stateError(
    409,
    "This payment can't be changed right now. Please check its status.",
  ),
  PLAN_CHANGED: stateError(
    409,
    'This plan has changed since you opened this page. Please check it and try again.',
  ),
  CHANGE_NOT_ALLOWED: requestError(422, "The company doesn't allow this change."),
  METHOD_RESTRICTED: requestError(422, "The company doesn't accept this payment method."),
  OPTION_NOT_AVAILABLE: requestError(422, "The company doesn't offer this payment option."),
  ESTIMATE_NOT_OPEN: stateError(409, 'This estimate can no longer be accepted.'),
  REQUEST_CHANGED: stateError(409, 'This request has changed. Please check it and try again.'),
  INVALID_CONTACT: requestError(422, 'Please check the email address or phone number.'),
  CONTACT_ALREADY_ADDED: requestError(409, 'This contact is already in your list.'),
  CONTACTS_MAX_10: stateError(409, 'You can have up to 10 contacts.'),
  LAST_CONTACT: stateError(409, 'This is your only verified email. Verify another one first.'),
  VERIFICATION_NOT_VALID: requestError(
    422,
    'This verification link is no longer valid. Please request a new one.',
  ),
  SIGN_IN_AGAIN: accessError(403, 'For your security, please sign in again to make this change.'),
  INVALID_REQUEST: requestError(
    400,
    "Something in your request isn't valid. Please check it and try again.",
  ),
  CARD_DATA_REFUSED: requestError(422, 'Enter card and account numbers only in the secure fields.'),
  SIGN_IN_LINK_DEAD: accessError(
    410,
    'This sign-in link is no longer valid. We can send you a new one.',
  ),
  SIGN_IN_CODE_NEEDED: accessError(
    409,
    'Please enter the 6-digit code from the email to continue in this browser.',
  ),
  SIGN_IN_CODE_WRONG: accessError(422, "That code isn't right. Please check it and try again."),
  PASSKEY_NOT_VALID: accessError(
    422,
    "This passkey isn't valid here. Sign in with an emailed link.",
  ),
  PASSKEY_NOT_ADDED: requestError(422, "The passkey couldn't be added. Please try again."),
  PASSKEYS_MAX_10: stateError(409, 'You can have up to 10 passkeys.'),
  ADDRESSES_UNAVAILABLE: serverError(503, "Addresses can't be looked up right now."),
  UNAUTHORIZED: accessError(401, 'Please sign in to continue.'),
  TOO_MANY_REQUESTS: accessError(429, 'Too many attempts. Please wait a moment and try again.'),
  LINK_LOCKED: accessError(
    429,
    'For your security, payments through this link are paused. Please sign in to pay, or try again later.',
  ),
  TOO_BUSY: serverError(503, "We're very busy right now. Please try again in a few seconds."),
  UNEXPECTED: serverError(500, 'Apologies! Unexpected error occurred. Please try again later.'),
} satisfies Record<string, CatalogEntry>;

export type PayerErrorCode = keyof typeof PAYER_ERRORS;

export const ERRORS = { ...PAYER_ERRORS, ...COMPANY_ERRORS, ...STAFF_ERRORS };

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]; // because keys() forgets the union

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

export const apiErrorSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  responseMessage: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ApiError = z.infer<typeof apiErrorSchema>;

/** Known codes are shown as their text, unknown codes as they are (product §8). */
export function formatMessage(error: unknown, texts: PayerErrorTexts): string {
  if (typeof error !== 'string' || error === '') return texts.UNEXPECTED;
  // The cast is safe because every key of the texts is a code.
  return Object.hasOwn(texts, error) ? texts[error as PayerErrorCode] : error;
}

export type PayerErrorTexts = Readonly<Record<PayerErrorCode, string>>;

/** The texts of the payment toasts (product §8). */
export const PAYMENT_TOASTS = {
  success: 'Payment successful',
  failed: 'Payment failed',
  error: 'Payment error',
  alreadyPaid: 'Account is already paid',
  processing: 'Payment is processing',
} as const;

type PaymentTexts = {
  errors: PayerErrorTexts;
  toasts: Readonly<Record<keyof typeof PAYMENT_TOASTS, string>>;
};

/** Two codes have their own toast; all others show the message of the response. */
export function paymentToast(
  { code, responseMessage }: { code: string; responseMessage?: string },
  { errors, toasts }: PaymentTexts,
): string {
  if (code === 'ACCOUNT_ALREADY_CLOSED') return toasts.alreadyPaid;
  if (code === 'ACCOUNT_IS_PROCESSING') return toasts.processing;
  return responseMessage ?? (code === '' ? toasts.error : formatMessage(code, errors));
}

export const RESPONSE_MESSAGES = {
  notFoundAtProcessor: 'The payment did not reach the processor. You have not been charged.',
  challengeNeeded: 'Your bank asks you to confirm this payment. You have not been charged.',
  challengeExpired:
    "You didn't confirm the payment with your bank in time. You have not been charged.",
  challengeCanceled: 'You canceled the confirmation with your bank. You have not been charged.',
  debitNeedsDateOfBirth:
    'A bank payment requires your date of birth. Please add it to your profile, or pay by card. You have not been charged.',
  debitNeedsEmail:
    'A bank payment requires your email address. Please add it to your profile, or pay by card. You have not been charged.',
  debitNeedsPayer:
    'A bank payment requires your ID each time. Please enter your bank account again and pay now, or use a card. You have not been charged.',
  debitNotPossible:
    "Bank payments aren't available here. Please pay by card. You have not been charged.",
  methodUnreadable: "We couldn't read the payment method. Please enter it again.",
  setupChallengeExpired: "You didn't confirm with your bank in time. Nothing was saved.",
  scheduled: 'Payment scheduled',
} as const;

/** Errors that block a submit in the browser (product §5). */
export const PRE_SUBMIT_ERRORS = {
  noDate: 'No submittedDate provided for scheduled payment',
  noInstallments: 'No installments provided for payment plan',
  noRequestId: 'No requestId provided',
} as const;
