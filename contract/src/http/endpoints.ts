/**
 * The endpoint of every call (product §7), without schemas, so that the browser can import this table and zod stays
 * out of its first download. `routes.ts` adds the schemas.
 */
import type { Endpoint } from './portal-route.ts';

export const ENDPOINTS = {
  // Sign-in, company, customer
  signIn: { method: 'GET', path: '/{product}/debtor/auth', who: 'anyone' },
  signInByCode: { method: 'POST', path: '/{product}/debtor/auth/code', who: 'anyone' },
  signOut: { method: 'POST', path: '/{product}/debtor/logout', who: 'customer' },
  signOutEverywhere: {
    method: 'POST',
    path: '/{product}/debtor/logout-everywhere',
    who: 'customer',
  },
  devices: { method: 'GET', path: '/{product}/debtor/devices', who: 'customer' },
  removeDevice: { method: 'DELETE', path: '/{product}/debtor/devices/{id}', who: 'customer' },
  requestPasskey: { method: 'GET', path: '/{product}/debtor/auth/passkey', who: 'anyone' },
  signInByPasskey: { method: 'POST', path: '/{product}/debtor/auth/passkey', who: 'anyone' },
  passkeys: { method: 'GET', path: '/{product}/debtor/passkeys', who: 'customer' },
  newPasskey: { method: 'GET', path: '/{product}/debtor/passkeys/new', who: 'customer' },
  addPasskey: { method: 'POST', path: '/{product}/debtor/passkeys', who: 'customer' },
  namePasskey: { method: 'PUT', path: '/{product}/debtor/passkeys/{id}', who: 'customer' },
  removePasskey: { method: 'DELETE', path: '/{product}/debtor/passkeys/{id}', who: 'customer' },
  mailPreferences: { method: 'GET', path: '/{product}/debtor/mail-preferences', who: 'customer' },
  setMailPreference: { method: 'PUT', path: '/{product}/debtor/mail-preferences', who: 'customer' },
  unsubscribePage: { method: 'GET', path: '/{product}/unsubscribe/{token}', who: 'anyone' },
  unsubscribe: { method: 'POST', path: '/{product}/unsubscribe/{token}', who: 'anyone' },
  sendSignInMail: { method: 'POST', path: '/{product}/debtor/{id}/send-email', who: 'anyone' },
  resolveInvoice: { method: 'POST', path: '/{product}/resolve', who: 'anyone' },
  findCompany: { method: 'GET', path: '/{product}/company', who: 'anyone' },
  companyBrand: { method: 'GET', path: '/{product}/company/{company}', who: 'anyone' },
  companyLogo: {
    method: 'GET',
    path: '/{product}/company/{company}/logo/{version}/{size}',
    who: 'anyone',
  },
  publicCompany: { method: 'GET', path: '/{product}/public/company/{company}/{id}', who: 'link' },
  privateCompany: { method: 'GET', path: '/{product}/private/company', who: 'customer' },
  customer: { method: 'GET', path: '/{product}/private/debtor/{id}', who: 'customer' },
  publicCustomer: { method: 'GET', path: '/{product}/public/debtor/{company}/{id}', who: 'link' },
  updateCustomer: { method: 'PUT', path: '/{product}/debtor', who: 'customer' },

  // Contacts, saved methods, auto-pay
  contacts: { method: 'GET', path: '/{product}/contact', who: 'customer' },
  addContact: { method: 'POST', path: '/{product}/contact', who: 'customer' },
  updateContact: { method: 'PUT', path: '/{product}/contact/{id}', who: 'customer' },
  verifyEmail: { method: 'POST', path: '/{product}/contact/email-verify', who: 'customer' },
  confirmEmail: { method: 'POST', path: '/{product}/contact/email-confirm', who: 'customer' },
  removeContact: { method: 'DELETE', path: '/{product}/contact/{id}', who: 'customer' },
  addMethod: { method: 'POST', path: '/{product}/debtor/payment-method', who: 'customer' },
  methodSetup: { method: 'GET', path: '/{product}/method-setup/{id}', who: 'customer' },
  openMethodFields: {
    method: 'POST',
    path: '/{product}/debtor/payment-method/fields',
    who: 'customer',
  },
  methodDependants: {
    method: 'GET',
    path: '/{product}/debtor/payment-method/{id}/dependants',
    who: 'customer',
  },
  removeMethod: {
    method: 'DELETE',
    path: '/{product}/debtor/payment-method/{id}',
    who: 'customer',
  },
  setAutoPayMethod: {
    method: 'PUT',
    path: '/{product}/debtor/auto-pay/payment-method',
    who: 'customer',
  },
  toggleAutoPay: { method: 'PUT', path: '/{product}/debtor/auto-pay/active', who: 'customer' },
  changeInvoiceMethod: {
    method: 'PUT',
    path: '/{product}/account-payment-method/{id}',
    who: 'customer',
  },

  // Invoices, transactions, receipts
  invoices: { method: 'GET', path: '/{product}/debtor/{id}/account', who: 'customer' },
  invoice: { method: 'GET', path: '/{product}/private/account/{id}', who: 'customer' },
  publicInvoice: { method: 'GET', path: '/{product}/public/account/{company}/{id}', who: 'link' },
  publicRecovery: { method: 'GET', path: '/{product}/public/recovery/{company}/{id}', who: 'link' },
  invoiceLink: { method: 'GET', path: '/{product}/account/{id}/get-link', who: 'customer' },
  publicInvoiceLink: {
    method: 'GET',
    path: '/{product}/public/account/{company}/{id}/get-link',
    who: 'link',
  },
  invoicePdf: { method: 'GET', path: '/{product}/account/{id}/pdf', who: 'anyone' },
  cancelScheduledPayment: {
    method: 'DELETE',
    path: '/{product}/scheduled-payment/{id}',
    who: 'customer',
  },
  cancelPaymentPlan: { method: 'DELETE', path: '/{product}/payment-plan/{id}', who: 'customer' },
  transactions: { method: 'GET', path: '/{product}/debtor/{id}/transaction', who: 'customer' },
  invoiceTransactions: {
    method: 'GET',
    path: '/{product}/private/invoice-transactions/{id}',
    who: 'customer',
  },
  publicInvoiceTransactions: {
    method: 'GET',
    path: '/{product}/public/invoice-transactions/{company}/{id}',
    who: 'link',
  },
  inquiries: { method: 'GET', path: '/{product}/request/{id}/inquiries', who: 'payer' },
  sendInquiry: { method: 'POST', path: '/{product}/request/{id}/inquiries', who: 'payer' },
  receiptLink: { method: 'GET', path: '/{product}/transaction/{id}/get-link', who: 'customer' },
  receipt: { method: 'GET', path: '/{product}/transaction/{id}/receipt', who: 'anyone' },
  statement: { method: 'GET', path: '/{product}/debtor/{id}/statement', who: 'customer' },
  history: { method: 'GET', path: '/{product}/debtor/{id}/history', who: 'customer' },
  accountFileLink: { method: 'GET', path: '/{product}/debtor/{id}/file-link', who: 'customer' },
  accountFile: { method: 'GET', path: '/{product}/debtor/{id}/file', who: 'anyone' },

  // Upcoming charges (ADR 0092)
  upcomingCharges: {
    method: 'GET',
    path: '/{product}/debtor/{id}/upcoming-charge',
    who: 'customer',
  },
  planChanges: { method: 'GET', path: '/{product}/payment-plan/{id}/changes', who: 'customer' },
  previewChange: { method: 'POST', path: '/{product}/upcoming-charge/preview', who: 'customer' },
  changeCharge: { method: 'POST', path: '/{product}/upcoming-charge/change', who: 'customer' },
  withdrawPause: { method: 'DELETE', path: '/{product}/payment-plan/{id}/pause', who: 'customer' },
  createCalendarFeed: { method: 'POST', path: '/{product}/calendar-feed', who: 'customer' },
  revokeCalendarFeed: { method: 'DELETE', path: '/{product}/calendar-feed', who: 'customer' },
  calendarFeed: { method: 'GET', path: '/{product}/calendar/{file}', who: 'anyone' },

  // Contracts, projects, estimates, partial requests
  contractTabs: { method: 'GET', path: '/{product}/contract/tabs', who: 'customer' },
  contracts: { method: 'POST', path: '/{product}/contract', who: 'customer' },
  contractLink: { method: 'GET', path: '/{product}/contract/{id}/link', who: 'customer' },
  contractDocument: { method: 'GET', path: '/{product}/contract/{id}/document', who: 'anyone' },
  projects: { method: 'GET', path: '/{product}/project', who: 'customer' },
  project: { method: 'GET', path: '/{product}/project/{id}', who: 'customer' },
  projectInvoices: { method: 'GET', path: '/{product}/project/{id}/accounts', who: 'customer' },
  projectEstimates: { method: 'GET', path: '/{product}/project/{id}/estimates', who: 'customer' },
  projectOrders: { method: 'GET', path: '/{product}/project/{id}/orders', who: 'customer' },
  projectTransactions: {
    method: 'GET',
    path: '/{product}/project/{id}/transactions',
    who: 'customer',
  },
  estimate: { method: 'GET', path: '/{product}/project/estimate/{id}', who: 'customer' },
  acceptEstimate: {
    method: 'POST',
    path: '/{product}/project/estimate-accept/{id}',
    who: 'customer',
  },
  acceptEstimateByGet: {
    method: 'GET',
    path: '/{product}/project/estimate-accept/{id}',
    who: 'customer',
  },
  partialRequest: { method: 'GET', path: '/{product}/partial-request/{id}', who: 'customer' },
  createPartialRequest: { method: 'POST', path: '/{product}/partial-request', who: 'customer' },
  updatePartialRequest: { method: 'PUT', path: '/{product}/partial-request/{id}', who: 'customer' },
  payableInvoices: { method: 'GET', path: '/{product}/payable-invoices', who: 'customer' },
  selectInvoices: { method: 'POST', path: '/{product}/invoice-selection', who: 'customer' },
  invoiceSelection: { method: 'GET', path: '/{product}/invoice-selection/{id}', who: 'customer' },
  publicRequest: { method: 'GET', path: '/{product}/public/request/{company}/{id}', who: 'link' },

  // Payments
  payInFull: {
    method: 'POST',
    path: '/{product}/request/{id}/full/submit',
    who: 'payer',
    movesMoney: true,
  },
  payIntent: {
    method: 'GET',
    path: '/{product}/request/{id}/pay/intent',
    who: 'payer',
  },
  schedulePayment: {
    method: 'POST',
    path: '/{product}/request/{id}/schedule-payment',
    who: 'payer',
    movesMoney: true,
  },
  scheduledPaymentIntent: {
    method: 'GET',
    path: '/{product}/request/{id}/schedule-payment/pay',
    who: 'payer',
  },
  planIntent: { method: 'POST', path: '/{product}/request/{id}/plan/intent', who: 'payer' },
  startPlan: {
    method: 'POST',
    path: '/{product}/request/{id}/plan/submit',
    who: 'payer',
    movesMoney: true,
  },
  payPlan: {
    method: 'POST',
    path: '/{product}/request/{id}/plan/pay',
    who: 'payer',
    movesMoney: true,
  },
  payPartial: {
    method: 'POST',
    path: '/{product}/request/{id}/partial/pay',
    who: 'payer',
    movesMoney: true,
  },
  payOwnAmount: {
    method: 'POST',
    path: '/{product}/request/{id}/amount/submit',
    who: 'payer',
    movesMoney: true,
  },
  payInvoices: {
    method: 'POST',
    path: '/{product}/request/{id}/invoices/pay',
    who: 'payer',
    movesMoney: true,
  },
  payEstimate: {
    method: 'POST',
    path: '/{product}/request/{id}/estimate/pay',
    who: 'payer',
    movesMoney: true,
  },
  updateIntent: {
    method: 'PUT',
    path: '/{product}/request/{id}/intent',
    who: 'payer',
  },
  setupIntent: {
    method: 'POST',
    path: '/{product}/request/{id}/setup-method/intent',
    who: 'customer',
  },
  openFields: { method: 'POST', path: '/{product}/request/{id}/fields', who: 'payer' },
  beginDeviceData: { method: 'POST', path: '/{product}/request/{id}/device-data', who: 'payer' },
  requestStatus: { method: 'GET', path: '/{product}/request/{id}/status', who: 'payer' },
  cancelChallenge: {
    method: 'POST',
    path: '/{product}/request/{id}/challenge/cancel',
    who: 'payer',
  },

  // Error reports, client IP, address suggestions, probes, webhooks
  reportError: { method: 'POST', path: '/slack-notification', who: 'anyone' },
  clientIp: { method: 'GET', path: '/{product}/ip', who: 'anyone' },
  placePredictions: { method: 'GET', path: '/{product}/places', who: 'customer' },
  place: { method: 'GET', path: '/{product}/geocode', who: 'customer' },
  health: { method: 'GET', path: '/health', who: 'anyone' },
  ready: { method: 'GET', path: '/ready', who: 'anyone' },
  webhook: { method: 'POST', path: '/webhooks/{processor}/{company}', who: 'processor' },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
