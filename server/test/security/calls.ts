/**
 * Declares how to call every route of the contract with a customer's resources, one line per route. A route without
 * a line does not compile. The tests that cover every route use these lines.
 */
import type { RouteName } from '@quittance/contract/portal-routes';
import type { Ids } from './tenants.ts';

export type CallParts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The call names no resource, because it concerns only its caller. */
  isAboutCaller?: true;
};

const card = { paymentType: 'card', token: 'card_sandbox_visa' };
const quote = { amount: 10_000, fee: 330 };
const paying = { processor: 'payengine', paymentInfo: card };
const ABOUT_CALLER = { isAboutCaller: true } as const;

const byLink = ({ domain, token }: Ids) => ({ params: { company: domain, id: token } });
const byCustomer = ({ customerId: id }: Ids) => ({ params: { id } });
const byInvoice = ({ invoiceId: id }: Ids) => ({ params: { id } });
const byInternalRef = ({ internalRef: id }: Ids) => ({ params: { id } });
const UNUSED_KEY = '5f0f3c3e-6c55-4a53-9a6e-3b8f2a7f0b11';

const excluding = (invoiceId: string) => ({ kind: 'exclude', charge: `auto-pay:${invoiceId}` });

const byRequest = ({ requestId: id }: Ids) => ({ params: { id } });
const byContact = ({ contactId: id }: Ids) => ({ params: { id } });
const byMethod = ({ methodId: id }: Ids) => ({ params: { id } });
const byProject = ({ projectId: id }: Ids) => ({ params: { id } });
const byEstimate = ({ estimateId: id }: Ids) => ({ params: { id } });
const byPartialRequest = ({ partialRequestId: id }: Ids) => ({ params: { id } });
const bySelection = ({ selectionId: id }: Ids) => ({ params: { id } });

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const CREATED_PASSKEY = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const USED_PASSKEY = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

export const CALLS: Record<RouteName, (ids: Ids) => CallParts> = {
  signIn: ({ domain }) => ({ query: { domain, token: 'not-a-token' } }),
  signInByCode: ({ domain }) => ({ body: { domain, code: '000000' } }),
  signOut: () => ABOUT_CALLER,
  signOutEverywhere: () => ABOUT_CALLER,
  devices: () => ABOUT_CALLER,
  removeDevice: ({ customerId: id }) => ({ params: { id } }),
  requestPasskey: ({ domain }) => ({ query: { domain } }),
  signInByPasskey: ({ domain }) => ({ body: { domain, passkey: USED_PASSKEY } }),
  passkeys: () => ABOUT_CALLER,
  newPasskey: () => ABOUT_CALLER,
  addPasskey: () => ({ ...ABOUT_CALLER, body: { passkey: CREATED_PASSKEY } }),
  namePasskey: ({ passkeyId: id }) => ({ params: { id }, body: { name: 'Mine' } }),
  removePasskey: ({ passkeyId: id }) => ({ params: { id } }),
  mailPreferences: () => ABOUT_CALLER,
  setMailPreference: () => ({ ...ABOUT_CALLER, body: { kind: 'REMINDERS', isOn: false } }),
  copyContacts: () => ABOUT_CALLER,
  setCopyContact: () => ({ ...ABOUT_CALLER, body: { email: 'new@example.com', role: 'COPY' } }),
  unsubscribePage: () => ({ params: { token: 'not-a-token' } }),
  unsubscribe: () => ({ params: { token: 'not-a-token' } }),
  sendSignInMail: ({ customerRef, domain }) => ({
    params: { id: '-' },
    body: { email: customerRef, domain, isLocal: false },
  }),
  resolveInvoice: ({ domain, internalRef }) => ({
    body: { company: domain, reference: internalRef, email: 'a@example.com' },
  }),
  findCompany: ({ domain }) => ({ query: { name: domain } }),
  companyBrand: ({ domain }) => ({ params: { company: domain } }),
  companyLogo: ({ domain }) => ({ params: { company: domain, version: '0', size: 'wide' } }),
  publicCompany: byLink,
  privateCompany: () => ABOUT_CALLER,
  customer: byCustomer,
  publicCustomer: byLink,
  updateCustomer: () => ({ ...ABOUT_CALLER, body: {} }),
  invoices: byCustomer,
  invoice: byInvoice,
  publicInvoice: byLink,
  publicRecovery: byLink,
  invoiceLink: byInvoice,
  publicInvoiceLink: byLink,
  invoicePdf: ({ invoiceId: id }) => ({ params: { id }, query: { pass: 'not-a-pass' } }),
  attachment: ({ invoiceId: id }) => ({
    params: { id, attachment: id },
    query: { pass: 'not-a-pass' },
  }),
  cancelScheduledPayment: byInternalRef,
  cancelPaymentPlan: byInternalRef,
  transactions: byCustomer,
  invoiceTransactions: byInvoice,
  publicInvoiceTransactions: byLink,
  receiptLink: ({ attemptId: id }) => ({ params: { id } }),
  receipt: ({ attemptId: id }) => ({ params: { id }, query: { pass: 'not-a-pass' } }),
  statement: (ids) => ({ ...byCustomer(ids), query: { from: '2026-01-01', to: '2026-12-31' } }),
  history: byCustomer,
  accountFileLink: (ids) => ({ ...byCustomer(ids), query: { kind: 'history-data' } }),
  accountFile: (ids) => ({
    ...byCustomer(ids),
    query: { kind: 'history-data', pass: 'not-a-pass' },
  }),
  upcomingCharges: byCustomer,
  planChanges: byInternalRef,
  previewChange: ({ invoiceId }) => ({ body: { change: excluding(invoiceId) } }),
  changeCharge: ({ invoiceId }) => ({ body: { change: excluding(invoiceId), agreedText: 'Yes' } }),
  withdrawPause: byInternalRef,
  createCalendarFeed: () => ABOUT_CALLER,
  revokeCalendarFeed: () => ABOUT_CALLER,
  calendarFeed: () => ({ params: { file: `${'a'.repeat(65)}.ics` } }),
  reportError: () => ({ body: { source: 'portal', type: 'error', message: 'm' } }),
  clientIp: () => ({}),
  placePredictions: () => ({ ...ABOUT_CALLER, query: { input: 'main street' } }),
  place: () => ({ ...ABOUT_CALLER, query: { id: 'nowhere' } }),
  health: () => ({}),
  ready: () => ({}),
  webhook: ({ domain }) => ({ params: { processor: 'payengine', company: domain }, body: {} }),
  payInFull: (ids) => ({ ...byRequest(ids), body: { ...paying, quote } }),
  payIntent: byRequest,
  schedulePayment: (ids) => ({
    ...byRequest(ids),
    body: { ...paying, quote, date: '2026-11-20', isAutoChargeAgreed: true },
  }),
  scheduledPaymentIntent: byRequest,
  planIntent: (ids) => ({ ...byRequest(ids), body: { installments: 3 } }),
  startPlan: (ids) => ({
    ...byRequest(ids),
    body: {
      ...paying,
      quote,
      isAutoChargeAgreed: true,
      installments: [
        { date: '2026-11-15', cost: 5165 },
        { date: '2026-12-15', cost: 5165 },
      ],
    },
  }),
  payPlan: (ids) => ({ ...byRequest(ids), body: { isFull: false, quote, installments: [2] } }),
  payPartial: (ids) => ({ ...byPartialRequest(ids), body: { ...paying, quote } }),
  payByCredit: (ids) => ({ ...byRequest(ids), body: { amount: 1 } }),
  payOwnAmount: (ids) => ({ ...byRequest(ids), body: { ...paying, quote } }),
  payInvoices: (ids) => ({ ...bySelection(ids), body: { ...paying, quote } }),
  payEstimate: (ids) => ({ ...byRequest(ids), body: { ...paying, quote } }),
  updateIntent: (ids) => ({ ...byRequest(ids), body: { paymentIntent: 'pi_1' } }),
  setupIntent: (ids) => ({ ...byRequest(ids), body: {} }),
  inquiries: byRequest,
  sendInquiry: (ids) => ({
    ...byRequest(ids),
    body: { kind: 'QUESTION', text: 'What is this invoice for?' },
  }),
  openFields: byRequest,
  beginDeviceData: (ids) => ({ ...byRequest(ids), body: { token: 'not-a-token' } }),
  requestStatus: byRequest,
  cancelChallenge: (ids) => ({ ...byRequest(ids), body: { key: UNUSED_KEY } }),
  contacts: () => ABOUT_CALLER,
  addContact: () => ({ ...ABOUT_CALLER, body: { type: 'EMAIL', value: 'new@example.com' } }),
  updateContact: (ids) => ({ ...byContact(ids), body: { fields: {}, isEnabled: false } }),
  verifyEmail: ({ contactId }) => ({ body: { contactId } }),
  confirmEmail: () => ({ ...ABOUT_CALLER, body: { token: 'not-a-token' } }),
  removeContact: (ids) => ({ ...byContact(ids), body: { reason: 'Removed by customer' } }),
  addMethod: () => ({ ...ABOUT_CALLER, body: paying }),
  methodSetup: ({ setupId: id }) => ({ params: { id } }),
  openMethodFields: () => ABOUT_CALLER,
  methodDependants: byMethod,
  removeMethod: byMethod,
  setAutoPayMethod: ({ methodId: pmID }) => ({ body: { pmID } }),
  toggleAutoPay: ({ methodId: pmID }) => ({ body: { pmID } }),
  changeInvoiceMethod: (ids) => ({
    ...byInvoice(ids),
    body: { processor: 'payengine', pmID: ids.methodId, quote },
  }),
  contractTabs: () => ABOUT_CALLER,
  contracts: () => ({ ...ABOUT_CALLER, body: { tab: 'all', page: 1, limit: 10 } }),
  contractLink: ({ contractId: id }) => ({ params: { id }, query: { key: 'not-a-key' } }),
  contractDocument: ({ contractId: id, contractPass: pass }) => ({
    params: { id },
    query: { pass },
  }),
  projects: () => ABOUT_CALLER,
  project: byProject,
  projectInvoices: byProject,
  projectEstimates: byProject,
  projectOrders: byProject,
  projectTransactions: byProject,
  estimate: byEstimate,
  acceptEstimate: byEstimate,
  acceptEstimateByGet: byEstimate,
  partialRequest: byPartialRequest,
  createPartialRequest: ({ orderId: id }) => ({ body: { orders: [{ id, amount: 100 }] } }),
  updatePartialRequest: (ids) => ({
    ...byPartialRequest(ids),
    body: { orders: [{ id: ids.orderId, amount: 200 }] },
  }),
  payableInvoices: () => ABOUT_CALLER,
  selectInvoices: ({ invoiceId: id }) => ({ body: { invoices: [{ id, amount: 100 }] } }),
  invoiceSelection: bySelection,
  publicRequest: byLink,
};
