/**
 * Rate limits of each route and what they count by (R23). The table covers every route of the contract, so a new
 * route does not compile without a decision. Payments are limited by their outcomes, in card-testing.ts.
 */
import type { RouteName } from '@quittance/contract/portal-routes';
import type { RequestLimitName } from './limit-config.ts';

export type CountedRequest = {
  clientIp: string;
  authorization: string;
  /** The authenticated caller. Null before authentication and for routes that are open to anyone. */
  caller: string | null;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
};

export type Rule = {
  limit: RequestLimitName;
  /** 'misses' counts only 404 responses. With 'failures', a successful request is subtracted again. */
  counts: 'every' | 'failures' | 'misses';
  /** Applied after authentication, so that a caller with many bearer tokens counts as one caller. */
  isByCaller?: true;
  /**
   * Applied once the body is valid, because the rule counts by the body. All other rules apply before any work is
   * done.
   */
  isByBody?: true;
  /** Returns the values to count the request by, or null if the rule does not apply. */
  of(request: CountedRequest): readonly unknown[] | null;
};

const byClientIp = ({ clientIp }: CountedRequest) => [clientIp];
const byCaller = ({ caller }: CountedRequest) => (caller === null ? null : [caller]);
const normalize = (text: unknown) => String(text).trim().toLowerCase();

export const PUBLIC_READ: Rule = { limit: 'publicReads', counts: 'every', of: byClientIp };
export const UNKNOWN_LINK: Rule = { limit: 'unknownLinks', counts: 'misses', of: byClientIp };
const UNKNOWN_LINK_OF_PAYER: Rule = {
  ...UNKNOWN_LINK,
  of: (request) => (request.authorization.startsWith('Link ') ? byClientIp(request) : null),
};
/** A reload sends no token and is not counted: it needs the session cookie, which cannot be guessed. */
const SIGN_IN: Rule = {
  limit: 'signIns',
  counts: 'failures',
  of: (request) => (request.query['token'] === undefined ? null : byClientIp(request)),
};
const SIGN_IN_PROOF: Rule = { limit: 'signIns', counts: 'failures', of: byClientIp };
const CODE_OF_COMPANY: Rule = {
  limit: 'codesPerCompany',
  counts: 'failures',
  isByBody: true,
  of: ({ body }) => ['company', normalize(body['domain'])],
};
/** Shared by all clients, so only a well-formed code counts toward it. */
const ANY_CODE: Rule = {
  limit: 'codesInAll',
  counts: 'failures',
  isByBody: true,
  of: () => ['all'],
};
/** Counted when authentication fails, on any route. A valid token is never refused. */
export const UNKNOWN_SESSION: Rule = { limit: 'unknownSessions', counts: 'every', of: byClientIp };
const MAIL_REQUEST: Rule = { limit: 'mailRequests', counts: 'every', of: byClientIp };
const SAME_SIGN_IN: Rule = {
  limit: 'mailsPerText',
  counts: 'every',
  isByBody: true,
  of: ({ params, body }) => [
    'sign-in',
    normalize(body['domain']),
    normalize(body['email']) || normalize(params['id']),
  ],
};
const SAME_INVOICE: Rule = {
  limit: 'mailsPerText',
  counts: 'every',
  isByBody: true,
  of: ({ body }) => [
    'invoice',
    normalize(body['company']),
    normalize(body['reference']),
    normalize(body['email']),
  ],
};
const FIELDS: Rule = { limit: 'fieldSessions', counts: 'every', isByCaller: true, of: byCaller };
const PROFILE: Rule = { limit: 'profileChanges', counts: 'every', isByCaller: true, of: byCaller };
const INQUIRY: Rule = { limit: 'inquiries', counts: 'every', isByCaller: true, of: byCaller };
const ADDRESS_SUGGESTIONS: Rule = {
  limit: 'placeLookups',
  counts: 'every',
  isByCaller: true,
  of: byCaller,
};
const ERROR_REPORT: Rule = { limit: 'errorReports', counts: 'every', of: byClientIp };
const WEBHOOK: Rule = {
  limit: 'webhooks',
  counts: 'every',
  of: ({ params }) => [params['processor'], normalize(params['company'])],
};

const OPEN = [PUBLIC_READ];
const LINKED = [PUBLIC_READ, UNKNOWN_LINK];
const PAYER = [UNKNOWN_LINK_OF_PAYER];
const PAYER_FIELDS = [UNKNOWN_LINK_OF_PAYER, FIELDS];
/** Session calls require a valid bearer token, and authentication counts invalid ones. */
const SESSION: readonly Rule[] = [];
const NONE: readonly Rule[] = [];

export const ROUTE_LIMITS: Record<RouteName, readonly Rule[]> = {
  signIn: [SIGN_IN],
  signInByCode: [SIGN_IN_PROOF, CODE_OF_COMPANY, ANY_CODE],
  signOut: SESSION,
  signOutEverywhere: SESSION,
  devices: SESSION,
  removeDevice: [PROFILE],
  requestPasskey: OPEN,
  signInByPasskey: [SIGN_IN_PROOF],
  passkeys: SESSION,
  newPasskey: [PROFILE],
  addPasskey: [PROFILE],
  namePasskey: [PROFILE],
  removePasskey: [PROFILE],
  mailPreferences: SESSION,
  setMailPreference: [PROFILE],
  copyContacts: SESSION,
  setCopyContact: [PROFILE],
  unsubscribePage: LINKED,
  unsubscribe: LINKED,
  sendSignInMail: [MAIL_REQUEST, SAME_SIGN_IN],
  resolveInvoice: [MAIL_REQUEST, SAME_INVOICE],
  findCompany: OPEN,
  companyBrand: OPEN,
  companyLogo: OPEN,
  publicCompany: LINKED,
  privateCompany: SESSION,
  customer: SESSION,
  publicCustomer: LINKED,
  updateCustomer: [PROFILE],
  invoices: SESSION,
  invoice: SESSION,
  publicInvoice: LINKED,
  publicRecovery: LINKED,
  invoiceLink: SESSION,
  publicInvoiceLink: LINKED,
  invoicePdf: LINKED,
  attachment: LINKED,
  cancelScheduledPayment: SESSION,
  cancelPaymentPlan: SESSION,
  transactions: SESSION,
  invoiceTransactions: SESSION,
  publicInvoiceTransactions: LINKED,
  inquiries: PAYER,
  sendInquiry: [UNKNOWN_LINK_OF_PAYER, INQUIRY],
  receiptLink: SESSION,
  receipt: LINKED,
  statement: SESSION,
  history: SESSION,
  accountFileLink: SESSION,
  accountFile: LINKED,
  upcomingCharges: SESSION,
  planChanges: SESSION,
  previewChange: SESSION,
  changeCharge: [PROFILE],
  withdrawPause: [PROFILE],
  createCalendarFeed: [PROFILE],
  revokeCalendarFeed: [PROFILE],
  calendarFeed: LINKED,
  reportError: [ERROR_REPORT],
  clientIp: OPEN,
  placePredictions: [ADDRESS_SUGGESTIONS],
  place: [ADDRESS_SUGGESTIONS],
  health: NONE,
  ready: NONE,
  webhook: [WEBHOOK],
  payInFull: PAYER,
  payIntent: PAYER_FIELDS,
  schedulePayment: PAYER,
  scheduledPaymentIntent: PAYER_FIELDS,
  planIntent: PAYER,
  startPlan: PAYER,
  payPlan: PAYER,
  payPartial: PAYER,
  payOwnAmount: PAYER,
  payByCredit: SESSION,
  payInvoices: PAYER,
  payEstimate: PAYER,
  updateIntent: PAYER_FIELDS,
  setupIntent: [FIELDS],
  openFields: PAYER_FIELDS,
  beginDeviceData: PAYER_FIELDS,
  requestStatus: PAYER,
  cancelChallenge: PAYER,
  contacts: SESSION,
  addContact: [PROFILE],
  updateContact: [PROFILE],
  verifyEmail: [PROFILE],
  confirmEmail: [PROFILE],
  removeContact: [PROFILE],
  addMethod: SESSION,
  methodSetup: SESSION,
  openMethodFields: [FIELDS],
  methodDependants: SESSION,
  removeMethod: SESSION,
  setAutoPayMethod: SESSION,
  toggleAutoPay: SESSION,
  changeInvoiceMethod: SESSION,
  contractTabs: SESSION,
  contracts: SESSION,
  contractLink: SESSION,
  contractDocument: LINKED,
  projects: SESSION,
  project: SESSION,
  projectInvoices: SESSION,
  projectEstimates: SESSION,
  projectOrders: SESSION,
  projectTransactions: SESSION,
  estimate: SESSION,
  acceptEstimate: SESSION,
  acceptEstimateByGet: SESSION,
  partialRequest: SESSION,
  createPartialRequest: SESSION,
  updatePartialRequest: SESSION,
  payableInvoices: SESSION,
  selectInvoices: SESSION,
  invoiceSelection: SESSION,
  publicRequest: LINKED,
};
