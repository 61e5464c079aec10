/**
 * The error catalogue (product §8): code → HTTP status, the customer's text, the family. The server
 * throws codes; the browser shows `formatMessage`. Nothing else in the house holds an error text.
 */
import { z } from 'zod';

export const ERROR_FAMILIES = ['request', 'access', 'state', 'processor', 'ours'] as const;
export type ErrorFamily = (typeof ERROR_FAMILIES)[number];

type CatalogueEntry = { status: number; message: string; family: ErrorFamily };

const notFound = (thing: string): CatalogueEntry => ({
  status: 404,
  message: `This ${thing} wasn't found in our system.`,
  family: 'access',
});

const DEMO = {
  status: 403,
  message: 'This action is not allowed in demo mode',
  family: 'access',
} as const satisfies CatalogueEntry;

const alreadyUsed = (thing: string): CatalogueEntry => ({
  status: 409,
  message: `This ${thing} reference number is already in use. Please enter another and try again.`,
  family: 'request',
});

export const ERRORS = {
  DEMO_MODE: DEMO,
  DEMO_USER_NO_HAVE_PERMISSIONS: DEMO,
  WRONG_FILE: { status: 422, message: 'Wrong file format', family: 'request' },
  COSTUMER_REF_ALREADY_USED: alreadyUsed('customer'),
  ACCOUNT_REF_ALREADY_USED: alreadyUsed('account'),
  USER_NOT_FOUND: notFound('user'),
  COMPANY_NOT_FOUND: notFound('company'),
  AGENDA_NOT_FOUND: notFound('agenda'),
  PREFERENCES_NOT_FOUND: notFound('preference'),
  REQUEST_NOT_FOUND: notFound('request'),
  DEBTOR_NOT_FOUND: notFound('customer'),
  ACCOUNT_NOT_FOUND: notFound('invoice'),
  ACCOUNTS_NOT_FOUND: { status: 404, message: 'Accounts not found', family: 'access' },
  WRONG_TEMPLATE_ID: {
    status: 422,
    message: 'An unknown error occurred. Please try again.',
    family: 'ours',
  },
  EMAIL_ALREADY_USED: {
    status: 409,
    message: 'This email is already in use. Create an account with a new email or log in.',
    family: 'request',
  },
  STRIPE_ERROR: {
    status: 402,
    message: 'Stripe was unable to process your payment. Please try again.',
    family: 'processor',
  },
  PREVIOUS_DISPUTE_IS_NOT_ANSWERED: {
    status: 409,
    message: 'You can have only one open dispute at a time.',
    family: 'state',
  },
  INVALID_COUNTRY: {
    status: 422,
    message: 'Please check the country code of the phone number.',
    family: 'request',
  },
  INVALID_CURRENT_PASSWORD: {
    status: 422,
    message: 'Invalid current password',
    family: 'request',
  },
  DOMAIN_ALREADY_USED: {
    status: 409,
    message: 'This domain is already in use.',
    family: 'request',
  },
  COMPANY_EXIST: { status: 409, message: 'This company already exists.', family: 'request' },
  USER_CAN_NOT_DELETE_ITSELF: {
    status: 409,
    message: 'You cannot delete yourself.',
    family: 'state',
  },
  EMAIL_ALREADY_CONFIRMED: {
    status: 409,
    message: 'This email is already confirmed.',
    family: 'state',
  },
  SOME_PERMISSION_NOT_ACCEPTED: {
    status: 403,
    message: 'Some of the permissions were not accepted.',
    family: 'access',
  },
  ACCOUNT_ALREADY_CLOSED: {
    status: 409,
    message:
      "Your invoice has already been paid! We'll let you know if anything further is needed.",
    family: 'state',
  },
  NO_HAVE_CREDITS: { status: 402, message: "You're out of credits", family: 'state' },
  TEST_DEBTORS_MAX_2: {
    status: 409,
    message: 'Sorry but you may create only 2 test customers',
    family: 'state',
  },
  SOME_FIELD_IS_MISSING: { status: 422, message: 'Some field is missing', family: 'request' },
  NOT_FOUND: { status: 404, message: 'Not found', family: 'access' },

  // Named by product §8 outside its table, or needed by our own rules.
  ACCOUNT_IS_PROCESSING: { status: 409, message: 'Payment is processing', family: 'state' },
  ACCOUNT_NOT_PAYABLE: {
    status: 409,
    message: 'This invoice cannot be paid at the moment.',
    family: 'state',
  },
  AMOUNT_CHANGED: {
    status: 409,
    message: 'The amount has changed. Please check the new total and try again.',
    family: 'state',
  },
  MANDATE_CHANGED: {
    status: 409,
    message: 'The authorization text has changed. Please read it again and confirm.',
    family: 'state',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This payment differs from the one already started. Please reload and try again.',
    family: 'request',
  },
  PAYMENT_DECLINED: { status: 402, message: 'Payment failed', family: 'processor' },
  PROCESSOR_UNAVAILABLE: {
    status: 503,
    message: 'Payments are unavailable at the moment. You have not been charged.',
    family: 'processor',
  },
  METHOD_NOT_SAVED: {
    status: 402,
    message: 'This payment method could not be saved. Please check the details and try again.',
    family: 'processor',
  },
  METHOD_NOT_USABLE: {
    status: 409,
    message: 'This payment method can no longer be used. Please choose another one.',
    family: 'state',
  },
  DATE_NOT_AVAILABLE: {
    status: 422,
    message: 'A payment cannot be scheduled for this date. Please choose another one.',
    family: 'request',
  },
  METHOD_RESTRICTED: {
    status: 422,
    message: 'This payment method is not accepted by the company.',
    family: 'request',
  },
  OPTION_NOT_AVAILABLE: {
    status: 422,
    message: 'This payment option is not offered by the company.',
    family: 'request',
  },
  ESTIMATE_NOT_OPEN: {
    status: 409,
    message: 'This estimate can no longer be accepted.',
    family: 'state',
  },
  REQUEST_CHANGED: {
    status: 409,
    message: 'This request has changed meanwhile. Please check it and try again.',
    family: 'state',
  },
  INVALID_CONTACT: {
    status: 422,
    message: 'Please check the email address or phone number.',
    family: 'request',
  },
  CONTACT_ALREADY_ADDED: {
    status: 409,
    message: 'This contact is already in your list.',
    family: 'request',
  },
  CONTACTS_MAX_10: {
    status: 409,
    message: 'You can have at most 10 contacts.',
    family: 'state',
  },
  LAST_CONTACT: {
    status: 409,
    message: 'This is your only verified email. Verify another one first.',
    family: 'state',
  },
  VERIFICATION_NOT_VALID: {
    status: 422,
    message: 'This verification link is no longer valid. Please ask for a new one.',
    family: 'request',
  },
  SIGN_IN_AGAIN: {
    status: 403,
    message: 'For your safety, please sign in again to change your contacts.',
    family: 'access',
  },
  INVALID_REQUEST: {
    status: 400,
    message: 'Something in the request is not valid. Please check it and try again.',
    family: 'request',
  },
  CARD_DATA_REFUSED: {
    status: 422,
    message: 'Card and account numbers belong only into the secure fields.',
    family: 'request',
  },
  SIGN_IN_LINK_DEAD: {
    status: 410,
    message: 'This sign-in link is no longer valid. We can send you a fresh one.',
    family: 'access',
  },
  SIGN_IN_CODE_NEEDED: {
    status: 409,
    message: 'Please type the 6-digit code from the mail to continue in this browser.',
    family: 'access',
  },
  SIGN_IN_CODE_WRONG: {
    status: 422,
    message: 'This code is not right. Please check it and try again.',
    family: 'access',
  },
  UNAUTHORIZED: { status: 401, message: 'Please sign in to continue.', family: 'access' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many tries. Please wait a moment and try again.',
    family: 'access',
  },
  LINK_LOCKED: {
    status: 429,
    message:
      'For safety, paying by this link is paused. Please sign in to pay, or try again later.',
    family: 'access',
  },
  TOO_BUSY: {
    status: 503,
    message: 'We are very busy at the moment. Please try again in a few seconds.',
    family: 'ours',
  },
  UNEXPECTED: {
    status: 500,
    message: 'Apologies! Unexpected error occurred. Please try again later.',
    family: 'ours',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]; // because keys() forgets the union

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** What a failed call answers: the code in `message`, and where helpful a text or fresh figures. */
export const apiErrorSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  responseMessage: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ApiError = z.infer<typeof apiErrorSchema>;

/** Product §8: known codes get their text, unknown codes are shown as they are. */
export function formatMessage(error: unknown): string {
  if (typeof error !== 'string' || error === '') return ERRORS.UNEXPECTED.message;
  return isErrorCode(error) ? ERRORS[error].message : error;
}

/** The texts of the payment toasts (product §8). */
export const PAYMENT_TOASTS = {
  success: 'Payment successful',
  failed: 'Payment failed',
  error: 'Payment error',
  alreadyPaid: 'Account is already paid',
  processing: 'Payment is processing',
} as const;

/** The toast for a refused payment: two codes have their own words, else the answer's message. */
export function paymentToast(code: string, responseMessage?: string): string {
  if (code === 'ACCOUNT_ALREADY_CLOSED') return PAYMENT_TOASTS.alreadyPaid;
  if (code === 'ACCOUNT_IS_PROCESSING') return PAYMENT_TOASTS.processing;
  return responseMessage ?? (code === '' ? PAYMENT_TOASTS.error : formatMessage(code));
}

/** What stops a submit before it leaves the browser (product §5). */
export const PRE_SUBMIT_ERRORS = {
  noDate: 'No submittedDate provided for scheduled payment',
  noInstallments: 'No installments provided for payment plan',
  noRequestId: 'No requestId provided',
} as const;
