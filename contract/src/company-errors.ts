/**
 * Errors of the provider API and of imports. Payers never see them, so they are in English only and not part of the
 * browser bundle.
 */
import {
  accessError,
  alreadyUsed,
  type CatalogEntry,
  notFound,
  requestError,
  serverError,
  stateError,
} from './error-entry.ts';

export const COMPANY_ERRORS = {
  DOMAIN_RESERVED: requestError(
    422,
    'This domain is reserved for the portal itself. Please choose another one.',
  ),
  ADDRESS_NOT_ALLOWED: accessError(403, 'Access is not allowed from your network address.'),
  NETWORKS_LOCK_OUT: requestError(
    422,
    'Your own address is not in these ranges, so you would lock yourself out.',
  ),
  SURCHARGE_TOO_HIGH: requestError(
    422,
    'Card networks allow a surcharge of at most 3%. Only an owner can confirm in the console that the fee is not a surcharge.',
  ),
  SCOPE_MISSING: accessError(403, "This API key's scopes don't include this call."),
  EXTERNAL_REF_ALREADY_USED: alreadyUsed('external'),
  PROJECT_REF_ALREADY_USED: alreadyUsed('project'),
  CONTRACT_REF_ALREADY_USED: alreadyUsed('contract'),
  PROJECT_NOT_FOUND: notFound('project'),
  CONTRACT_NOT_FOUND: notFound('contract'),
  IMPORT_TOO_LARGE: requestError(
    413,
    'This call takes up to 10,000 rows and 10 MB, and a part of an import up to 4 MB. Import a larger file as a job.',
  ),
  IMPORT_NOT_WAITING: stateError(
    409,
    'The import is already running or finished, or its file was deleted.',
  ),
  IMPORT_ROW_REPEATED: requestError(409, 'This row repeats an earlier row in the file.'),
  IMPORT_ROW_NOT_CHANGEABLE: stateError(
    409,
    "The stored record differs from this row and can't be changed by an import.",
  ),
  OBJECT_CHANGED: stateError(
    412,
    'The object was changed after you read it. Read it again before you change it.',
  ),
  INVOICE_NOT_CHANGEABLE: stateError(
    409,
    'This invoice is paid, arranged, disputed or voided and can no longer be changed.',
  ),
  SCHEDULE_NOT_CHANGEABLE: stateError(
    409,
    'Only a scheduled payment that has not been attempted can be moved.',
  ),
  REQUEST_NOT_CHANGEABLE: stateError(
    409,
    'This request is canceled, or the customer selected several orders for it.',
  ),
  ESTIMATE_NOT_ACCEPTED: stateError(
    409,
    'The customer must accept the estimate before it can be paid with a link.',
  ),
  INVOICE_NOT_SENDABLE: stateError(409, 'Only open invoices can be sent.'),
  NO_EMAIL: stateError(409, 'This customer has no email address that can receive email.'),
  EMAIL_TURNED_OFF: stateError(409, 'This customer turned off this kind of email.'),
  REFUND_TOO_LARGE: stateError(
    409,
    'The refund is more than the refundable balance of this payment.',
  ),
  REFUND_CREDIT_UNDECIDED: stateError(
    409,
    'A credit note for this invoice gave the customer credit. Decide whether the refund pays it out or the customer keeps it.',
  ),
  REFUND_ALREADY_ORDERED: stateError(
    409,
    'This amount was already refunded for this payment. Confirm that you want to refund it again.',
  ),
  FEE_NOT_KEEPABLE: stateError(409, "Your company's settings don't allow keeping the fee."),
  PAYMENT_NOT_REFUNDABLE: stateError(
    409,
    'Only a successful payment that is not disputed can be refunded.',
  ),
  REFUND_NOT_FAILED: stateError(
    409,
    "This refund doesn't need a decision: it hasn't failed and isn't stuck.",
  ),
  EVIDENCE_NOT_ACCEPTED: stateError(
    409,
    "Evidence for this dispute was already submitted, must be submitted in the processor's dashboard, or is past its deadline.",
  ),
  EVIDENCE_TOO_LARGE: requestError(413, 'Dispute files can total up to 4.5 MB.'),
  ATTACHMENT_TOO_LARGE: requestError(413, 'An attachment can be up to 10 MB.'),
  FILE_INFECTED: requestError(422, 'The virus scanner refused this file. Nothing was stored.'),
  FILE_NOT_SCANNED: serverError(
    503,
    'The virus scanner did not answer, so nothing was stored. Please try again later.',
  ),
  TOO_MANY_ATTACHMENTS: stateError(
    409,
    'An invoice can have up to ten attachments. Remove one first.',
  ),
  PAYMENT_NOT_HELD: stateError(
    409,
    "This payment doesn't need a decision: its outcome hasn't been unknown for an hour.",
  ),
  PROCESSOR_REFERENCE_ALREADY_USED: stateError(
    409,
    'Another payment already has this processor reference.',
  ),
  PROCESSOR_SETTINGS_REFUSED: requestError(
    422,
    'These processor settings cannot be used. Please check the marked fields.',
  ),
  PAYMENT_REFERENCE_ALREADY_USED: stateError(
    409,
    'Another payment of the same kind from this customer has this number.',
  ),
  WRITE_OFF_TOO_LARGE: stateError(
    409,
    'The remaining balance is larger than the amount that your company writes off with a payment.',
  ),
  CREDIT_NOTE_TOO_LARGE: stateError(
    409,
    'The credit notes for an invoice cannot add up to more than its total, less what was waived or refunded.',
  ),
  CREDIT_NOTE_NUMBER_ALREADY_USED: stateError(409, 'Another credit note has this number.'),
  CREDIT_TOO_LARGE: stateError(409, 'The customer has less credit than this.'),
  CREDIT_ALREADY_USED: stateError(409, 'The credit from this invoice has been used.'),
  CREDIT_ALREADY_UNDONE: stateError(409, 'This credit was already taken back.'),
  INVOICE_IS_ARRANGED: stateError(
    409,
    'This invoice has a payment plan or a scheduled payment. Settle the whole balance, or cancel the arrangement first.',
  ),
  LOGO_REFUSED: requestError(422, 'The logo must be a PNG, JPEG, WebP or SVG file of up to 1 MB.'),
  TOO_MANY_KEYS: stateError(409, 'You already have 50 active API keys. Revoke one first.'),
  TOO_MANY_ENDPOINTS: stateError(409, 'You already have 20 webhook endpoints. Delete one first.'),
  TOO_MANY_VIEWS: stateError(409, 'You already have 50 saved views. Delete one first.'),
  OFFER_NOT_POSSIBLE: stateError(
    409,
    'An offer must be less than the balance due, on an open invoice without a payment plan or scheduled payment.',
  ),
  CUSTOMER_ERASED: stateError(
    409,
    'This customer was erased and can no longer be changed or billed.',
  ),
  CUSTOMER_HAS_OPEN_PAYMENTS: stateError(
    409,
    'This customer has an open payment, refund or dispute. Try again when it is closed.',
  ),
  CUSTOMER_HAS_ARRANGEMENTS: stateError(
    409,
    'This customer has a payment plan or a scheduled payment. Cancel it first.',
  ),
  PAUSE_NOT_OPEN: stateError(
    409,
    'This pause was already answered, or the plan has changed since it was requested.',
  ),
  INQUIRY_ALREADY_ANSWERED: stateError(409, 'This question or dispute was already answered.'),
  CHARGE_DOES_NOT_MATCH: stateError(
    409,
    "The charge doesn't match the amounts you selected, or one of the invoices can't accept a payment. Check the amounts and try again.",
  ),
  PROCESSOR_NOT_ANSWERING: stateError(
    503,
    "The processor didn't respond. Check the charge in its dashboard, or try again later.",
  ),
  CHARGES_NOT_HELD: stateError(409, 'Charges are not on hold.'),
  CHARGES_NOT_COMPARED: stateError(
    409,
    'The processor records have not been compared since the restore. Try again in ten minutes.',
  ),
  CHARGES_NOT_PLACED: stateError(
    409,
    "A charge found in the processor's records is not assigned yet. Assign, refund or acknowledge it first.",
  ),
  ERASURES_NOT_REPEATED: stateError(
    409,
    'A person who was erased after the backup is not erased again yet. End what is open for that customer first.',
  ),
  DISPUTE_NOT_ANSWERED: stateError(
    409,
    "The customer disputed this invoice and hasn't had an answer. Answering resolves the dispute.",
  ),
} satisfies Record<string, CatalogEntry>;
