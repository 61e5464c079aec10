/** English labels of product §4. */
import type {
  AchAccountType,
  ContractStatus,
  EstimateStatus,
  InvoiceStatus,
  PaymentStatus,
  ProjectStatus,
  TransactionType,
} from '../../vocabulary.ts';

export const ACH_ACCOUNT_TYPE_LABELS = {
  PERSONAL_CHECKING: 'Personal checking',
  PERSONAL_SAVINGS: 'Personal savings',
  BUSINESS_CHECKING: 'Business checking',
  BUSINESS_SAVINGS: 'Business savings',
} as const satisfies Record<AchAccountType, string>;

export const TRANSACTION_TYPE_LABELS = {
  CHARGE: 'Charge',
  PAYMENT: 'Full payment',
  COMPENSATION: 'Compensation',
  RETURN: 'Return',
  AUTH: 'Authorization',
} as const satisfies Record<TransactionType, string>;

export const PAYMENT_STATUS_LABELS = {
  SUCCESS: 'Success',
  FAILED: 'Failed',
  PENDING: 'Pending',
  RETURN: 'Return',
} as const satisfies Record<PaymentStatus, string>;

export const INVOICE_STATUS_LABELS = {
  IN_COLLECTION: 'Overdue',
  DUE: 'Open',
  COLLECTED: 'Paid',
  PAYMENT_EXTENSION: 'Scheduled',
  PAYMENT_PLAN_IN_PROGRESS: 'Payment plan',
  PAYMENT_PLAN_COLLECTED: 'Paid',
  DISPUTED: 'Disputed',
  DRAFT: 'Draft',
  DEFAULTED: 'Uncollectible',
  PENDING: 'Pending',
} as const satisfies Record<InvoiceStatus, string>;

export const PROJECT_STATUS_LABELS = {
  Draft: 'Draft',
  Open: 'Open',
  'In Progress': 'In progress',
  Closed: 'Closed',
  Canceled: 'Closed',
} as const satisfies Record<ProjectStatus, string>;

export const ESTIMATE_STATUS_LABELS = {
  Draft: 'Draft',
  Open: 'Open',
  'Pending billing': 'Open',
  Processed: 'Accepted',
  Expired: 'Expired',
  Canceled: 'Expired',
} as const satisfies Record<EstimateStatus, string>;

export const CONTRACT_STATUS_LABELS = {
  Active: 'Active',
  Accelerated: 'Accelerated',
  Delinquent: 'Delinquent',
  'Charged Off': 'Charged Off',
  'Paid Off': 'Paid Off',
  Canceled: 'Canceled',
  Draft: 'Draft',
} as const satisfies Record<ContractStatus, string>;
