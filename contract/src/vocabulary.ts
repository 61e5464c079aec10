/** The enumerations of product §3. Types and schemas are derived from the arrays; labels are in `texts`. */
import { z } from 'zod';
import { PROCESSORS } from './processors/registry.ts';

export { PROCESSORS, type ProcessorName } from './processors/registry.ts';
export const processorSchema = z.enum(PROCESSORS);

export const REQUEST_TYPES = [
  'FULL_PAYMENT',
  'SCHEDULE_PAYMENT',
  'PPLAN',
  'CHANGE_PAYMENT',
  'ADD_PAYMENT_METHOD',
] as const;
export const PURPOSES = [
  'FULL_AMOUNT',
  'OWN_AMOUNT',
  'PLAN',
  'EXTENSION',
  'PARTIAL',
  'ESTIMATE',
  'INVOICES',
] as const;
export const purposeSchema = z.enum(PURPOSES);
export type Purpose = z.infer<typeof purposeSchema>;

export const POPUP_PURPOSES = [...PURPOSES, 'ADD_PM', 'CHANGE_PM'] as const;
export const popupPurposeSchema = z.enum(POPUP_PURPOSES);
export type PopupPurpose = z.infer<typeof popupPurposeSchema>;

export const PAYMENT_OPTIONS = ['PAY_IN_FULL', 'PAYMENT_PLAN', 'PAYMENT_EXTENSION'] as const;
export const paymentOptionSchema = z.enum(PAYMENT_OPTIONS);
export type PaymentOption = z.infer<typeof paymentOptionSchema>;

export const ACH_ACCOUNT_TYPES = [
  'PERSONAL_CHECKING',
  'PERSONAL_SAVINGS',
  'BUSINESS_CHECKING',
  'BUSINESS_SAVINGS',
] as const;
export const achAccountTypeSchema = z.enum(ACH_ACCOUNT_TYPES);
export type AchAccountType = z.infer<typeof achAccountTypeSchema>;
/** The type of a bank account unless the payer specifies another one (R45). */
export const DEFAULT_ACH_ACCOUNT_TYPE: AchAccountType = 'PERSONAL_CHECKING';

export const ACH_KINDS = ['CHECKING', 'SAVINGS'] as const;
export const ACH_HOLDERS = ['PERSONAL', 'BUSINESS'] as const;

/** The kinds of payments that a company records itself (R89). */
export const MANUAL_METHODS = ['CASH', 'CHECK', 'WIRE', 'MONEY_ORDER', 'OTHER'] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];
export const METHOD_TYPES = [
  ...(['CARD', 'CASH', 'ACH', 'NEGOTIATION'] as const),
  ...(['CHECK', 'WIRE', 'MONEY_ORDER', 'OTHER'] as const),
  ...(['CREDIT_NOTE', 'CREDIT', 'WRITE_OFF', 'UNCOLLECTIBLE'] as const),
] as const;
export const methodTypeSchema = z.enum(METHOD_TYPES);
export type MethodType = z.infer<typeof methodTypeSchema>;

/**
 * Warnings of a processor about a charge: the card's bank suspects fraud, the processor reviews the charge, or a
 * dispute was reported that the processor's API cannot show.
 */
export const PAYMENT_WARNINGS = ['FRAUD_WARNING', 'REVIEW', 'DISPUTE_REPORTED'] as const;
export const paymentWarningSchema = z.enum(PAYMENT_WARNINGS);
export type PaymentWarning = z.infer<typeof paymentWarningSchema>;

/** The two kinds that a payer can choose. They determine the fee and the processor call. */
export const CHARGE_KINDS = ['card', 'ach'] as const;
export const chargeKindSchema = z.enum(CHARGE_KINDS);
export type ChargeKind = z.infer<typeof chargeKindSchema>;

export const SOURCE_TYPES = ['PaymentCard', 'PaymentCheck', 'PaymentToken'] as const;

export const TRANSACTION_TYPES = ['CHARGE', 'PAYMENT', 'COMPENSATION', 'RETURN', 'AUTH'] as const;
export const transactionTypeSchema = z.enum(TRANSACTION_TYPES);
export type TransactionType = z.infer<typeof transactionTypeSchema>;

/** Waivers, credit notes and applied credit settle an invoice without a payment. Nor is a refund a payment (R105). */
export const PAYMENT_TYPES = ['CHARGE', 'PAYMENT', 'AUTH'] as const satisfies TransactionType[];

export const isPayment = ({ type }: { type: string }): boolean =>
  PAYMENT_TYPES.some((each) => each === type);

export const PAYMENT_STATUSES = ['SUCCESS', 'FAILED', 'PENDING', 'RETURN'] as const;
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

export const INVOICE_STATUSES = [
  'IN_COLLECTION',
  'PENDING',
  'COLLECTED',
  'DEFAULTED',
  'PAYMENT_PLAN_IN_PROGRESS',
  'PAYMENT_PLAN_COLLECTED',
  'PAYMENT_EXTENSION',
  'DISPUTED',
  'DUE',
  'DRAFT',
] as const;
export const invoiceStatusSchema = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof invoiceStatusSchema>;

export const PROJECT_STATUSES = ['Draft', 'Open', 'Closed', 'In Progress', 'Canceled'] as const;
export const projectStatusSchema = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof projectStatusSchema>;

export const ESTIMATE_STATUSES = [
  'Draft',
  'Open',
  'Pending billing',
  'Processed',
  'Expired',
  'Canceled',
] as const;
export const estimateStatusSchema = z.enum(ESTIMATE_STATUSES);
export type EstimateStatus = z.infer<typeof estimateStatusSchema>;

export const CONTRACT_STATUSES = [
  'Draft',
  'Active',
  'Paid Off',
  'Delinquent',
  'Accelerated',
  'Charged Off',
  'Canceled',
] as const;
export const contractStatusSchema = z.enum(CONTRACT_STATUSES);
export type ContractStatus = z.infer<typeof contractStatusSchema>;

export const INSTALLMENT_STATUSES = ['OPEN', 'PENDING', 'SUCCESS', 'FAILED', 'CANCELED'] as const;
export const installmentStatusSchema = z.enum(INSTALLMENT_STATUSES);
export type InstallmentStatus = z.infer<typeof installmentStatusSchema>;

export const CONTACT_TYPES = ['EMAIL', 'PHONE'] as const;
export const contactTypeSchema = z.enum(CONTACT_TYPES);
export type ContactType = z.infer<typeof contactTypeSchema>;

export const PROCESSING_STATUSES = [
  'idle',
  'pending',
  'in_progress',
  'success',
  'payment_scheduled',
  'error',
] as const;
export const processingStatusSchema = z.enum(PROCESSING_STATUSES);
/** `error` is not part of the product specification: it reports a decline whose response was lost. */
export type ProcessingStatus = z.infer<typeof processingStatusSchema>;

export const POPUP_NAMES = [
  'PAY',
  'CHANGE_PM',
  'CONFIRM',
  'REMOVE_PAYMENT_METHOD',
  'BURGER_MENU',
  'TOOLTIP',
] as const;
export type PopupName = (typeof POPUP_NAMES)[number];

export const CONFIRM_TYPES = ['cancelScheduledPayment', 'cancelPaymentPlan'] as const;
export type ConfirmType = (typeof CONFIRM_TYPES)[number];

/** Emails of a customer that its copy contacts receive. Each contact can turn off each of them (R94). */
export const COPIED_MAILS = ['INVOICES', 'REMINDERS', 'RECEIPTS'] as const;
export type CopiedMail = (typeof COPIED_MAILS)[number];

/** The emails that a customer can turn off. All others are required; the profile explains why. */
export const OPTIONAL_MAILS = [
  ...COPIED_MAILS,
  'AUTOMATIC_RECEIPTS',
  'ANSWERS',
  'EXPIRING_CARDS',
] as const;

export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

/** A billing contact gets the public link of an invoice and can pay it. A copy has no link. */
export const COPY_ROLES = ['BILLING', 'COPY'] as const;
export type CopyRole = (typeof COPY_ROLES)[number];
