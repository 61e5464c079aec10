import { type ReadOrder } from '../../../src/exchange/import/read-batches.ts';

type InvoiceRow = {
  accountRef: string;
  customerRef: string;
  productName: string;
  totalCents: number;
  dueOn: string;
};
export declare function read(
  source: Uint8Array,
  order?: Partial<ReadOrder>,
): Promise<
  | {
      refusal: string | undefined;
      file:
        | {
            format: 'csv' | 'ndjson' | 'xlsx';
            encoding?: 'utf-16be' | 'utf-16le' | 'utf-8' | 'windows-1252' | undefined;
            delimiter?: 'comma' | 'pipe' | 'semicolon' | 'tab' | undefined;
            sheet?: string | undefined;
            sheets?: string[] | undefined;
            formats?: Record<string, string> | undefined;
            yearFrom?: number | undefined;
          }
        | undefined;
      question:
        | {
            setting: 'dateFormat' | 'decimal' | 'sheet';
            field: string | null;
            line: number | null;
            text: string | null;
            choices: {
              choice: string;
              value: string;
            }[];
          }
        | undefined;
      suggested: string[] | undefined;
      rows?: never;
      refused?: never;
      columns?: never;
    }
  | {
      refusal?: never;
      question?: never;
      suggested?: never;
      rows: InvoiceRow[];
      refused: {
        line: number;
        code:
          | 'ACCOUNTS_NOT_FOUND'
          | 'ACCOUNT_ALREADY_CLOSED'
          | 'ACCOUNT_IS_PROCESSING'
          | 'ACCOUNT_NOT_FOUND'
          | 'ACCOUNT_NOT_PAYABLE'
          | 'ACCOUNT_REF_ALREADY_USED'
          | 'ADDRESS_NOT_ALLOWED'
          | 'AGENDA_NOT_FOUND'
          | 'AMOUNT_CHANGED'
          | 'ATTACHMENT_TOO_LARGE'
          | 'CARD_DATA_REFUSED'
          | 'CHANGE_NOT_ALLOWED'
          | 'CHARGES_NOT_COMPARED'
          | 'CHARGES_NOT_HELD'
          | 'CHARGES_NOT_PLACED'
          | 'CHARGE_DOES_NOT_MATCH'
          | 'CHARGE_NOT_CHANGEABLE'
          | 'COMPANY_EXIST'
          | 'COMPANY_NOT_FOUND'
          | 'CONTACTS_MAX_10'
          | 'CONTACT_ALREADY_ADDED'
          | 'CONTRACT_NOT_FOUND'
          | 'CONTRACT_REF_ALREADY_USED'
          | 'COSTUMER_REF_ALREADY_USED'
          | 'CREDIT_ALREADY_UNDONE'
          | 'CREDIT_ALREADY_USED'
          | 'CREDIT_NOTE_NUMBER_ALREADY_USED'
          | 'CREDIT_NOTE_TOO_LARGE'
          | 'CREDIT_TOO_LARGE'
          | 'CUSTOMER_ERASED'
          | 'CUSTOMER_HAS_ARRANGEMENTS'
          | 'CUSTOMER_HAS_OPEN_PAYMENTS'
          | 'DATE_NOT_AVAILABLE'
          | 'DEBTOR_NOT_FOUND'
          | 'DEMO_MODE'
          | 'DEMO_USER_NO_HAVE_PERMISSIONS'
          | 'DISPUTE_NOT_ANSWERED'
          | 'DOMAIN_ALREADY_USED'
          | 'DOMAIN_RESERVED'
          | 'EMAIL_ALREADY_CONFIRMED'
          | 'EMAIL_ALREADY_USED'
          | 'EMAIL_TURNED_OFF'
          | 'ERASURES_NOT_REPEATED'
          | 'ESTIMATE_NOT_ACCEPTED'
          | 'ESTIMATE_NOT_OPEN'
          | 'EVIDENCE_NOT_ACCEPTED'
          | 'EVIDENCE_TOO_LARGE'
          | 'EXTERNAL_REF_ALREADY_USED'
          | 'FEE_NOT_KEEPABLE'
          | 'FILE_INFECTED'
          | 'FILE_NOT_SCANNED'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'IDENTITY_NOT_ADMITTED'
          | 'IDENTITY_NOT_CONFIRMED'
          | 'IDENTITY_PROVIDER_REQUIRED'
          | 'IDENTITY_PROVIDER_UNUSABLE'
          | 'IMPORT_NOT_WAITING'
          | 'IMPORT_ROW_NOT_CHANGEABLE'
          | 'IMPORT_ROW_REPEATED'
          | 'IMPORT_TOO_LARGE'
          | 'INQUIRY_ALREADY_ANSWERED'
          | 'INVALID_CONTACT'
          | 'INVALID_COUNTRY'
          | 'INVALID_CURRENT_PASSWORD'
          | 'INVALID_REQUEST'
          | 'INVOICE_IS_ARRANGED'
          | 'INVOICE_NOT_CHANGEABLE'
          | 'INVOICE_NOT_SENDABLE'
          | 'LAST_CONTACT'
          | 'LAST_OWNER'
          | 'LINK_LOCKED'
          | 'LOGO_REFUSED'
          | 'MANDATE_CHANGED'
          | 'MEMBERS_MAX'
          | 'MEMBER_ALREADY_ACTIVE'
          | 'METHOD_NOT_SAVED'
          | 'METHOD_NOT_USABLE'
          | 'METHOD_RESTRICTED'
          | 'NETWORKS_LOCK_OUT'
          | 'NOT_FOUND'
          | 'NOT_SUPPORTED_BY_PROCESSOR'
          | 'NO_EMAIL'
          | 'NO_HAVE_CREDITS'
          | 'OBJECT_CHANGED'
          | 'OFFER_NOT_POSSIBLE'
          | 'OPTION_NOT_AVAILABLE'
          | 'PASSKEYS_MAX'
          | 'PASSKEYS_MAX_10'
          | 'PASSKEY_MISSING'
          | 'PASSKEY_NOT_ADDED'
          | 'PASSKEY_NOT_VALID'
          | 'PASSKEY_NOT_VERIFIED'
          | 'PAUSE_NOT_OPEN'
          | 'PAYMENT_DECLINED'
          | 'PAYMENT_NOT_HELD'
          | 'PAYMENT_NOT_REFUNDABLE'
          | 'PAYMENT_REFERENCE_ALREADY_USED'
          | 'PLAN_CHANGED'
          | 'PREFERENCES_NOT_FOUND'
          | 'PREVIOUS_DISPUTE_IS_NOT_ANSWERED'
          | 'PROCESSOR_NOT_ANSWERING'
          | 'PROCESSOR_REFERENCE_ALREADY_USED'
          | 'PROCESSOR_SETTINGS_REFUSED'
          | 'PROCESSOR_UNAVAILABLE'
          | 'PROJECT_NOT_FOUND'
          | 'PROJECT_REF_ALREADY_USED'
          | 'RECENT_SIGN_IN_REQUIRED'
          | 'REFUND_ALREADY_ORDERED'
          | 'REFUND_CREDIT_UNDECIDED'
          | 'REFUND_NOT_FAILED'
          | 'REFUND_TOO_LARGE'
          | 'REQUEST_CHANGED'
          | 'REQUEST_NOT_CHANGEABLE'
          | 'REQUEST_NOT_FOUND'
          | 'ROLE_NOT_ALLOWED'
          | 'SCHEDULE_NOT_CHANGEABLE'
          | 'SCOPE_MISSING'
          | 'SECOND_FACTOR_REQUIRED'
          | 'SIGN_IN_AGAIN'
          | 'SIGN_IN_CODE_NEEDED'
          | 'SIGN_IN_CODE_WRONG'
          | 'SIGN_IN_LINK_DEAD'
          | 'SOME_FIELD_IS_MISSING'
          | 'SOME_PERMISSION_NOT_ACCEPTED'
          | 'STRIPE_ERROR'
          | 'TEST_DEBTORS_MAX_2'
          | 'TOO_BUSY'
          | 'TOO_MANY_ATTACHMENTS'
          | 'TOO_MANY_ENDPOINTS'
          | 'TOO_MANY_KEYS'
          | 'TOO_MANY_REQUESTS'
          | 'TOO_MANY_VIEWS'
          | 'UNAUTHORIZED'
          | 'UNEXPECTED'
          | 'USER_CAN_NOT_DELETE_ITSELF'
          | 'USER_NOT_FOUND'
          | 'VERIFICATION_NOT_VALID'
          | 'WRITE_OFF_TOO_LARGE'
          | 'WRONG_FILE'
          | 'WRONG_TEMPLATE_ID';
        message: string;
      }[];
      file: {
        format: 'csv' | 'ndjson' | 'xlsx';
        encoding?: 'utf-16be' | 'utf-16le' | 'utf-8' | 'windows-1252' | undefined;
        delimiter?: 'comma' | 'pipe' | 'semicolon' | 'tab' | undefined;
        sheet?: string | undefined;
        sheets?: string[] | undefined;
        formats?: Record<string, string> | undefined;
        yearFrom?: number | undefined;
      };
      columns: readonly {
        name: string;
        field: string | null;
        suggestedField?: string | undefined;
      }[];
    }
>;
export declare const bytes: (text: string, encoding?: BufferEncoding) => Uint8Array<ArrayBuffer>;
/** Columns of invoices, all of which are required. */
export declare const NAMES = 'accountRef,customerRef,productName,total,dueDate';
//# sourceMappingURL=read-file.d.ts.map
