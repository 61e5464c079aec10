/**
 * Which limit counts which call, and by whom or what (R23). Every row of the contract's table is here,
 * so that a new call does not compile before somebody has decided. Payments are limited by what
 * becomes of them, in card-testing.ts, and not by being asked for.
 */
import type { RouteName } from '@quittance/contract/routes';
import type { RequestFigure } from './limit-config.ts';

/** What a call brings along that a limit may go by. */
export type Ask = {
  /** Of the connection. */
  address: string;
  authorization: string;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
};

export type Rule = {
  figure: RequestFigure;
  /** 'misses': only answers of 404; 'failures': a call that succeeds is given back. */
  counts: 'every' | 'failures' | 'misses';
  /** Of whom it is counted; null when the rule does not apply to this call. */
  of(ask: Ask): readonly unknown[] | null;
};

const byAddress = ({ address }: Ask) => [address];
const byCaller = ({ authorization }: Ask) => [authorization];
const plain = (text: unknown) => String(text).trim().toLowerCase();

const PUBLIC_READ: Rule = { figure: 'publicReads', counts: 'every', of: byAddress };
const UNKNOWN_LINK: Rule = { figure: 'unknownLinks', counts: 'misses', of: byAddress };
const UNKNOWN_LINK_OF_PAYER: Rule = {
  ...UNKNOWN_LINK,
  of: (ask) => (ask.authorization.startsWith('Link ') ? byAddress(ask) : null),
};
/** A reload without a token proves nothing and needs a cookie of 256 bits: not counted. */
const SIGN_IN: Rule = {
  figure: 'signIns',
  counts: 'failures',
  of: (ask) => (ask.query['token'] === undefined ? null : byAddress(ask)),
};
const SIGN_IN_BY_CODE: Rule = { figure: 'signIns', counts: 'failures', of: byAddress };
const MAIL_WISH: Rule = { figure: 'mailWishes', counts: 'every', of: byAddress };
const SAME_SIGN_IN: Rule = {
  figure: 'mailsPerText',
  counts: 'every',
  of: ({ params, body }) => [
    'sign-in',
    plain(body['domain']),
    plain(body['email']) || plain(params['id']),
  ],
};
const SAME_INVOICE: Rule = {
  figure: 'mailsPerText',
  counts: 'every',
  of: ({ body }) => [
    'invoice',
    plain(body['company']),
    plain(body['reference']),
    plain(body['email']),
  ],
};
const FIELDS: Rule = { figure: 'fieldSessions', counts: 'every', of: byCaller };
const PROFILE: Rule = { figure: 'profileChanges', counts: 'every', of: byCaller };
const PLACES: Rule = { figure: 'placeLookups', counts: 'every', of: byCaller };
const ERROR_REPORT: Rule = { figure: 'errorReports', counts: 'every', of: byAddress };
const WEBHOOK: Rule = {
  figure: 'webhooks',
  counts: 'every',
  of: ({ params }) => [params['processor'], params['company']],
};

const OPEN = [PUBLIC_READ];
const LINKED = [PUBLIC_READ, UNKNOWN_LINK];
const PAYER = [UNKNOWN_LINK_OF_PAYER];
const PAYER_FIELDS = [UNKNOWN_LINK_OF_PAYER, FIELDS];
/** A session's own calls: 256 random bits stand before them. */
const SESSION: readonly Rule[] = [];
const NONE: readonly Rule[] = [];

export const ROUTE_LIMITS: Record<RouteName, readonly Rule[]> = {
  signIn: [SIGN_IN],
  signInByCode: [SIGN_IN_BY_CODE],
  signOut: SESSION,
  signOutEverywhere: SESSION,
  sendSignInMail: [MAIL_WISH, SAME_SIGN_IN],
  resolveInvoice: [MAIL_WISH, SAME_INVOICE],
  findCompany: OPEN,
  companyBrand: OPEN,
  publicCompany: LINKED,
  privateCompany: SESSION,
  customer: SESSION,
  publicCustomer: LINKED,
  updateCustomer: [PROFILE],
  invoices: SESSION,
  invoice: SESSION,
  publicInvoice: LINKED,
  cancelScheduledPayment: SESSION,
  cancelPaymentPlan: SESSION,
  transactions: SESSION,
  invoiceTransactions: SESSION,
  publicInvoiceTransactions: LINKED,
  receiptLink: SESSION,
  receipt: LINKED,
  reportError: [ERROR_REPORT],
  clientIp: OPEN,
  placePredictions: [PLACES],
  place: [PLACES],
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
  payEstimate: PAYER,
  updateIntent: PAYER_FIELDS,
  setupIntent: [FIELDS],
  openFields: PAYER_FIELDS,
  requestStatus: PAYER,
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
  publicRequest: LINKED,
};
