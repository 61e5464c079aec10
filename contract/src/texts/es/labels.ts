/** Spanish labels of product §4. */
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
  PERSONAL_CHECKING: 'Cuenta de cheques personal',
  PERSONAL_SAVINGS: 'Cuenta de ahorros personal',
  BUSINESS_CHECKING: 'Cuenta de cheques de empresa',
  BUSINESS_SAVINGS: 'Cuenta de ahorros de empresa',
} as const satisfies Record<AchAccountType, string>;

export const TRANSACTION_TYPE_LABELS = {
  CHARGE: 'Cobro',
  PAYMENT: 'Pago completo',
  COMPENSATION: 'Compensación',
  RETURN: 'Devolución',
  AUTH: 'Autorización',
} as const satisfies Record<TransactionType, string>;

export const PAYMENT_STATUS_LABELS = {
  SUCCESS: 'Realizado',
  FAILED: 'Fallido',
  PENDING: 'En proceso',
  RETURN: 'Devolución',
} as const satisfies Record<PaymentStatus, string>;

export const INVOICE_STATUS_LABELS = {
  IN_COLLECTION: 'Vencida',
  DUE: 'Abierta',
  COLLECTED: 'Pagada',
  PAYMENT_EXTENSION: 'Programada',
  PAYMENT_PLAN_IN_PROGRESS: 'Plan de pagos',
  PAYMENT_PLAN_COLLECTED: 'Pagada',
  DISPUTED: 'En disputa',
  DRAFT: 'Borrador',
  DEFAULTED: 'Incobrable',
  PENDING: 'En proceso',
} as const satisfies Record<InvoiceStatus, string>;

export const PROJECT_STATUS_LABELS = {
  Draft: 'Borrador',
  Open: 'Abierto',
  'In Progress': 'En curso',
  Closed: 'Cerrado',
  Canceled: 'Cerrado',
} as const satisfies Record<ProjectStatus, string>;

export const ESTIMATE_STATUS_LABELS = {
  Draft: 'Borrador',
  Open: 'Abierto',
  'Pending billing': 'Abierto',
  Processed: 'Aceptado',
  Expired: 'Vencido',
  Canceled: 'Vencido',
} as const satisfies Record<EstimateStatus, string>;

export const CONTRACT_STATUS_LABELS = {
  Active: 'Activo',
  Accelerated: 'Vencimiento anticipado',
  Delinquent: 'En mora',
  'Charged Off': 'Declarado incobrable',
  'Paid Off': 'Pagado por completo',
  Canceled: 'Cancelado',
  Draft: 'Borrador',
} as const satisfies Record<ContractStatus, string>;
