/**
 * Who may call what about whose objects: the declaration that the provider API is compared with. It repeats the rules
 * (R47, R51, R95) and reads nothing of the implementation, so that a wrong scope in the route table is found.
 */
import type { ErrorCode } from '@quittance/contract/errors';
import type { KeyScope } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';

export const CALLS = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union

/** Moves money, changes what is owed or arranged, or gives access. */
const OF_MONEY: readonly ProviderRouteName[] = [
  ...(['voidInvoice', 'writeOffInvoice', 'reopenInvoice', 'cancelPlan', 'cancelSchedule'] as const),
  ...([
    'moveSchedule',
    'answerPause',
    'offerSettlement',
    'withdrawOffer',
    'createRefund',
    'decideRefund',
    'decidePayment',
    'assignCharge',
    'refundCharge',
    'releaseCharges',
  ] as const),
  ...(['recordManualPayment', 'reverseManualPayment'] as const),
  ...(['createKey', 'rotateKey', 'revokeKey', 'changeCompany', 'putProcessorKeys'] as const),
];

export const isRead = (name: ProviderRouteName) => /^(list|get|preview|compute|check)/.test(name);

/** An export is a read that is on record: it changes nothing but the audit trail. */
export const isChange = (name: ProviderRouteName) => !isRead(name) && name !== 'exportKind';

export function scopeOf(name: ProviderRouteName): KeyScope {
  if (!isChange(name)) return 'read';
  return OF_MONEY.includes(name) ? 'money' : 'write';
}

/** Only for a person with the second factor (R95). */
const STAFF_ONLY: readonly ProviderRouteName[] = ['eraseCustomer'];

/** They lead what is stored to a place that the caller chooses (R95). */
const ALSO_READ: readonly ProviderRouteName[] = [
  ...(['createInvoiceLink', 'createEstimateLink', 'createPartialRequestLink'] as const),
  ...(['createWebhookEndpoint', 'changeWebhookEndpoint', 'rotateWebhookSecret'] as const),
  'putNoticeSettings',
];

/** Lists that can be asked for another company's objects, and what the question names. */
export const FILTERS: Partial<Record<ProviderRouteName, readonly string[]>> = {
  listInvoices: ['customerId'],
  listPayments: ['customerId', 'invoiceId'],
  listInquiries: ['customerId', 'invoiceId'],
  listProjects: ['customerId'],
  listContracts: ['customerId'],
  listPlans: ['customerId'],
  listSchedules: ['customerId'],
};

const NAMED_IN_BODY: Partial<Record<ProviderRouteName, ErrorCode>> = {
  createInvoice: 'DEBTOR_NOT_FOUND',
  createProject: 'DEBTOR_NOT_FOUND',
  createContract: 'DEBTOR_NOT_FOUND',
  putInvoice: 'DEBTOR_NOT_FOUND',
  recordManualPayment: 'ACCOUNT_NOT_FOUND',
};

/** The answer to a call about an object that the company does not have; null if the call names none. */
function notFound(name: ProviderRouteName): ErrorCode | null {
  const { path } = PROVIDER_ROUTES[name];
  if (path.includes('{customerId}')) return 'DEBTOR_NOT_FOUND';
  if (path.includes('{invoiceId}')) return 'ACCOUNT_NOT_FOUND';
  if (/\{\w+Id\}/.test(path)) return 'NOT_FOUND';
  return NAMED_IN_BODY[name] ?? null;
}

/** What the objects of a company may not be at the moment: not arranged, not offered, used up by an earlier cell. */
const MAY_BE_GONE: readonly ProviderRouteName[] = [
  ...([
    'cancelPlan',
    'cancelSchedule',
    'moveSchedule',
    'answerPause',
    'withdrawOffer',
    'decideRefund',
    'rotateKey',
    'revokeKey',
  ] as const),
  ...(['replayDelivery', 'deleteWebhookEndpoint', 'revokeInvoiceLink'] as const),
  ...(['revokeEstimateLink', 'revokePartialRequestLink', 'getContractDocument'] as const),
  'deleteView',
];

/** It asks the processor for the object, which only our rows have here. */
export const isUnknownThere = (name: ProviderRouteName, code: unknown) =>
  name === 'refundCharge' && code === 'PROCESSOR_NOT_ANSWERING';

export type Tenant = 'A' | 'B' | 'demo';
export type Target = Tenant | 'nobody';
const TARGETS: readonly Target[] = ['A', 'B', 'demo', 'nobody'];

export type Caller = {
  name: string;
  authorization: string | null;
  /** Null for a key that opens nothing. */
  is: Tenant | null;
  scopes: readonly KeyScope[];
};

export type Cell = { name: ProviderRouteName; caller: Caller; target: Target };

export type Expected =
  | { kind: 'refused'; code: ErrorCode }
  /** A list without a row. */
  | { kind: 'empty' }
  /** A success or, for a change, a refusal because of the state of the object. */
  | { kind: 'admitted'; mayBeGone: boolean };

const refused = (code: ErrorCode): Expected => ({ kind: 'refused', code });

/** The key that is rotated has this scope, and the key that is created gets it. */
const GIVEN_SCOPE: KeyScope = 'read';

export function expectedOf({ name, caller, target }: Cell): Expected {
  const { is, scopes } = caller;
  if (is === null) return refused('UNAUTHORIZED');
  if (caller.authorization !== null && STAFF_ONLY.includes(name))
    return refused('ROLE_NOT_ALLOWED');
  const needed = [scopeOf(name), ...(ALSO_READ.includes(name) ? (['read'] as const) : [])];
  if (!needed.every((scope) => scopes.includes(scope))) return refused('SCOPE_MISSING');
  if (isChange(name) && is === 'demo') return refused('DEMO_MODE');
  const isOwn = target === is;
  if (!isOwn && FILTERS[name]) return { kind: 'empty' };
  const code = notFound(name);
  if (!isOwn && code) return refused(code);
  const givesAccess = name === 'createKey' || name === 'rotateKey';
  if (givesAccess && !scopes.includes(GIVEN_SCOPE)) return refused('SCOPE_MISSING');
  return { kind: 'admitted', mayBeGone: MAY_BE_GONE.includes(name) };
}

/** A call that names no object is the same for every target. */
export function targetsOf(name: ProviderRouteName): readonly Target[] {
  return notFound(name) || FILTERS[name] ? TARGETS : ['A'];
}
