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
  IMPORT_ROW_REPEATED: requestError(409, 'An earlier row of the file names the same object.'),
  IMPORT_ROW_NOT_CHANGEABLE: stateError(
    409,
    "What is stored differs from the row and can't be changed.",
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
    'Only a scheduled payment that was not tried yet can be moved.',
  ),
  REQUEST_NOT_CHANGEABLE: stateError(
    409,
    'This request is canceled, or its customer chose several orders for it.',
  ),
  ESTIMATE_NOT_ACCEPTED: stateError(
    409,
    'Only an estimate that its customer has accepted can be paid by a link.',
  ),
  INVOICE_NOT_SENDABLE: stateError(409, 'Only an invoice that is open can be sent.'),
  NO_EMAIL: stateError(409, 'This customer has no email address that mail can be sent to.'),
  EMAIL_TURNED_OFF: stateError(409, 'This customer turned off this kind of email.'),
  REFUND_TOO_LARGE: stateError(409, 'More than is left of this payment cannot be refunded.'),
  REFUND_CREDIT_UNDECIDED: stateError(
    409,
    'A credit note for this invoice gave the customer credit. Decide whether the refund pays it out or the customer keeps it.',
  ),
  REFUND_ALREADY_ORDERED: stateError(
    409,
    'The same amount of this payment was already refunded. Confirm that it is to be refunded again.',
  ),
  FEE_NOT_KEEPABLE: stateError(409, 'The settings of the company do not allow it to keep the fee.'),
  PAYMENT_NOT_REFUNDABLE: stateError(
    409,
    'Only a successful payment that is not disputed can be refunded.',
  ),
  REFUND_NOT_FAILED: stateError(
    409,
    'Only a refund that failed or has no answer needs a decision.',
  ),
  EVIDENCE_NOT_ACCEPTED: stateError(
    409,
    'Evidence for this dispute was already submitted, is due at the processor itself, or is too late.',
  ),
  EVIDENCE_TOO_LARGE: requestError(413, 'The files of a dispute have at most 4.5 MB in total.'),
  ATTACHMENT_TOO_LARGE: requestError(413, 'An attachment has at most 10 MB.'),
  FILE_INFECTED: requestError(422, 'The virus scanner refused this file. Nothing was stored.'),
  FILE_NOT_SCANNED: serverError(
    503,
    'The virus scanner did not answer, so nothing was stored. Please try again later.',
  ),
  TOO_MANY_ATTACHMENTS: stateError(
    409,
    'An invoice has at most ten attachments. Remove one first.',
  ),
  PAYMENT_NOT_HELD: stateError(
    409,
    'Only a payment whose outcome has been unknown for an hour needs a decision.',
  ),
  PROCESSOR_REFERENCE_ALREADY_USED: stateError(
    409,
    'This reference of the processor belongs to another payment.',
  ),
  PROCESSOR_SETTINGS_REFUSED: requestError(
    422,
    'These processor settings cannot be used. Please check the marked fields.',
  ),
  PAYMENT_REFERENCE_ALREADY_USED: stateError(
    409,
    'Another payment of this customer and kind has this number.',
  ),
  WRITE_OFF_TOO_LARGE: stateError(
    409,
    'The balance that is left is larger than what your company writes off with a payment.',
  ),
  CREDIT_NOTE_TOO_LARGE: stateError(
    409,
    'The credit notes for an invoice cannot add up to more than its total, less what was waived or refunded.',
  ),
  CREDIT_NOTE_NUMBER_ALREADY_USED: stateError(409, 'Another credit note has this number.'),
  CREDIT_TOO_LARGE: stateError(409, 'The customer has less credit than this.'),
  CREDIT_ALREADY_USED: stateError(409, 'The credit that this invoice gave has been used.'),
  CREDIT_ALREADY_UNDONE: stateError(409, 'This credit was taken back already.'),
  INVOICE_IS_ARRANGED: stateError(
    409,
    'This invoice has a payment plan or a scheduled payment. Settle the whole balance, or cancel the arrangement first.',
  ),
  LOGO_REFUSED: requestError(
    422,
    'This file is not a PNG, JPEG, WebP or SVG picture of at most 1 MB.',
  ),
  TOO_MANY_KEYS: stateError(409, 'Fifty API keys are valid already. Revoke one first.'),
  TOO_MANY_ENDPOINTS: stateError(409, 'Twenty webhook endpoints exist already. Delete one first.'),
  TOO_MANY_VIEWS: stateError(409, 'Fifty views are saved already. Delete one first.'),
  OFFER_NOT_POSSIBLE: stateError(
    409,
    'An offer must be less than what is owed, on an invoice that is open and not arranged.',
  ),
  CUSTOMER_ERASED: stateError(
    409,
    'This customer was erased and can no longer be changed or billed.',
  ),
  CUSTOMER_HAS_OPEN_PAYMENTS: stateError(
    409,
    'A payment, refund or dispute of this customer is open. Try again when it has ended.',
  ),
  CUSTOMER_HAS_ARRANGEMENTS: stateError(
    409,
    'This customer has a payment plan or a scheduled payment. Cancel it first.',
  ),
  PAUSE_NOT_OPEN: stateError(
    409,
    'This pause was already answered, or the plan has changed since it was requested.',
  ),
  INQUIRY_ALREADY_ANSWERED: stateError(409, 'This question or dispute was answered already.'),
  CHARGE_DOES_NOT_MATCH: stateError(
    409,
    'This charge is not what these installments or invoices cost, or one of them cannot take it.',
  ),
  PROCESSOR_NOT_ANSWERING: stateError(
    503,
    'The processor did not answer. Look at the charge there, or try again later.',
  ),
  CHARGES_NOT_HELD: stateError(409, 'Charges are not on hold.'),
  CHARGES_NOT_COMPARED: stateError(
    409,
    'The records of the processor were not compared since the restore. Try again in ten minutes.',
  ),
  CHARGES_NOT_PLACED: stateError(
    409,
    'A charge that was found at the processor is not assigned yet. Assign, refund or acknowledge it first.',
  ),
  ERASURES_NOT_REPEATED: stateError(
    409,
    'A person who was erased after the backup is not erased again yet. End what is open for that customer first.',
  ),
  DISPUTE_NOT_ANSWERED: stateError(
    409,
    'The customer disputes this invoice and waits for an answer. Answering resolves the dispute.',
  ),
} satisfies Record<string, CatalogEntry>;
