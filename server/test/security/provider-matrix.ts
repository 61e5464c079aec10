/**
 * Declares who may call what about whose objects (R47, R51, R95), for keys and for staff, and contains the code
 * shared by both matrix tests. Permissions come from `permissions.ts`, not from the route table.
 */
import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode } from '@quittance/contract/errors';
import { KEY_SCOPES, type KeyScope } from '@quittance/contract/http/provider-route';
import { needsIdempotencyKey } from '@quittance/contract/openapi/route-errors';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { rotating } from '../../../domain/test/full-run.ts';
import type { TestCompany } from '../world/company.ts';
import { openWorld, type World } from '../world/world.ts';
import { PROVIDER_PERMISSIONS } from './permissions.ts';
import { addObjects, type Objects, toFileType, toPath, validBodies } from './valid-calls.ts';

export const CALLS = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union

const has = (name: ProviderRouteName, word: string) =>
  PROVIDER_PERMISSIONS[name].split(' ').includes(word);

export const isOwnerOnly = (name: ProviderRouteName) => has(name, 'owner');
export const isChange = (name: ProviderRouteName) => !has(name, 'read');

/** An export is a read that is recorded: it changes only the audit trail. */
const EXPORTS: readonly ProviderRouteName[] = [
  'exportKind',
  'getCustomerData',
  'getCustomerDataPage',
];

export const isRead = (name: ProviderRouteName) => !isChange(name) && !EXPORTS.includes(name);

export const needsScope = (name: ProviderRouteName, scope: string) =>
  has(name, scope) || (scope === 'read' && has(name, 'alsoReads'));

/** Lists with filters that accept ids of another company's objects, and the names of those filters. */
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

/** Returns null if the call names no object. */
function notFound(name: ProviderRouteName): ErrorCode | null {
  const { path } = PROVIDER_ROUTES[name];
  if (path.includes('{customerId}')) return 'DEBTOR_NOT_FOUND';
  if (path.includes('{invoiceId}')) return 'ACCOUNT_NOT_FOUND';
  if (/\{\w+Id\}/.test(path)) return 'NOT_FOUND';
  return NAMED_IN_BODY[name] ?? null;
}

/**
 * Calls whose object may not be in the required state: not arranged, not offered, or used up by an earlier call.
 */
const MAY_BE_GONE: readonly ProviderRouteName[] = [
  ...([
    'undoCredit',
    'cancelPlan',
    'cancelSchedule',
    'moveSchedule',
    'answerPause',
    'withdrawOffer',
    'decideRefund',
    'getDispute',
    'submitEvidence',
    'putEvidenceFile',
    'deleteEvidenceFile',
    'rotateKey',
    'revokeKey',
    'putImportPart',
    'startImport',
    'cancelImport',
  ] as const),
  ...(['replayDelivery', 'deleteWebhookEndpoint', 'revokeInvoiceLink'] as const),
  ...(['revokeEstimateLink', 'revokePartialRequestLink', 'getContractDocument'] as const),
  'getAttachment',
  // The reference is the customer's, and only the first company has an object of it.
  ...(['getCustomerByRef', 'getInvoiceByRef', 'deleteView'] as const),
];

/** The call looks up the object at the processor, but in this test the object exists only in our database. */
const isUnknownThere = (name: ProviderRouteName, code: unknown) =>
  name === 'refundCharge' && code === 'PROCESSOR_NOT_ANSWERING';

export type Tenant = 'A' | 'B' | 'demo';
export type Target = Tenant | 'nobody';
const TARGETS: readonly Target[] = ['A', 'B', 'demo', 'nobody'];

export type Caller = {
  name: string;
  /** Null for a caller whose access has ended or never existed. */
  is: Tenant | null;
};

export type KeyCaller = Caller & { authorization: string | null; scopes: readonly KeyScope[] };

export type Cell<By extends Caller> = { name: ProviderRouteName; caller: By; target: Target };

export type ExpectedResult =
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'empty' }
  /** A success or, for a change, a refusal because of the object's state. */
  | { kind: 'admitted'; mayBeGone: boolean };

const refused = (code: ErrorCode): ExpectedResult => ({ kind: 'refused', code });

/** Scope of both the rotated and the newly created key. */
const GIVEN_SCOPE: KeyScope = 'read';

export function toExpected({ name, caller, target }: Cell<KeyCaller>): ExpectedResult {
  const { is, scopes } = caller;
  if (is === null) return refused('UNAUTHORIZED');
  if (caller.authorization !== null && has(name, 'staff')) return refused('ROLE_NOT_ALLOWED');
  const isMissing = (scope: KeyScope) => needsScope(name, scope) && !scopes.includes(scope);
  if (KEY_SCOPES.some(isMissing)) return refused('SCOPE_MISSING');
  if (isChange(name) && is === 'demo') return refused('DEMO_MODE');
  const isOwn = target === is;
  if (!isOwn && FILTERS[name]) return { kind: 'empty' };
  const code = notFound(name);
  if (!isOwn && code) return refused(code);
  const givesAccess = name === 'createKey' || name === 'rotateKey';
  if (givesAccess && !scopes.includes(GIVEN_SCOPE)) return refused('SCOPE_MISSING');
  return { kind: 'admitted', mayBeGone: MAY_BE_GONE.includes(name) };
}

/** A call that does not name an object is the same for every target. */
export function toTargets(name: ProviderRouteName): readonly Target[] {
  return notFound(name) || FILTERS[name] ? TARGETS : ['A'];
}

/**
 * Every call by every caller about every target. An ordinary run uses a part of them, which differs from day to
 * day.
 */
export function chooseCells<By extends Caller>(
  callers: readonly By[],
  part: number,
): readonly Cell<By>[] {
  const cells = CALLS.flatMap((name) =>
    callers.flatMap((caller) => toTargets(name).map((target) => ({ name, caller, target }))),
  );
  return rotating(cells, part);
}

export type Companies = {
  world: World;
  companies: Record<Tenant, TestCompany>;
  objects: Record<Target, Objects>;
};

/** Opens three companies with one of everything. `startDemo` turns one of them into a demo company. */
export async function openCompanies(): Promise<Companies> {
  const world = await openWorld();
  const companies = {
    A: await world.company(),
    B: await world.company(),
    demo: await world.company(),
  };
  const ofA = await addObjects(world, companies.A);
  const objects = {
    A: ofA,
    B: await addObjects(world, companies.B),
    demo: await addObjects(world, companies.demo),
    nobody: {
      ...Object.fromEntries(Object.keys(ofA).map((name) => [name, randomUUID()])),
      fileKind: ofA['fileKind'] ?? '',
      position: '1',
    },
  };
  return { world, companies, objects };
}

export async function startDemo({ world, companies }: Companies): Promise<void> {
  await world.deps.database.pool.query(
    'update companies set is_demo = true where company_id = $1',
    [companies.demo.companyId],
  );
}

let made = 0;

export function requestFor({ objects }: Companies, name: ProviderRouteName, target: Target) {
  made += 1;
  const route = PROVIDER_ROUTES[name];
  const named = objects[target];
  const filters = (FILTERS[name] ?? []).map((field) => `${field}=${named[field]}`);
  const path = `${toPath(route, named)}${filters.length > 0 ? `?${filters.join('&')}` : ''}`;
  const body = validBodies(named, `-${made}`)[name];
  const more = {
    ...toFileType(route),
    ...(body === undefined ? {} : { body }),
    ...(needsIdempotencyKey(route) ? { key: `matrix ${made}` } : {}),
  };
  return { method: route.method, path, more };
}

function foreignIds({ objects }: Companies, { is }: Caller): string[] {
  const others = (['A', 'B', 'demo'] as const).filter((tenant) => tenant !== is);
  return others.flatMap((tenant) => {
    // A reference is the caller's own name for its object, and a word such as the kind of an export is not an id.
    const { externalRef: _, ...ids } = objects[tenant];
    return Object.values(ids).filter((id) => /[0-9a-f]{8}-/.test(id));
  });
}

type Answered = { status: number; text: string; code: string | null };

/** Returns an empty list if the response matches the declaration. */
export function differences<By extends Caller>(
  companies: Companies,
  { name, caller, target, expected }: Cell<By> & { expected: ExpectedResult },
  { status, text, code }: Answered,
): string[] {
  const got = `${name}, ${caller.name}, objects of ${target}: ${status} ${code ?? ''}`;
  if (expected.kind === 'refused') {
    const isRight = code === expected.code && status === ERRORS[expected.code].status;
    return isRight ? [] : [`${got} instead of ${expected.code}`];
  }
  if (status < 300 && foreignIds(companies, caller).some((id) => text.includes(id))) {
    return [`${got} shows an object of another company`];
  }
  if (expected.kind === 'empty') {
    return status === 200 && JSON.parse(text).data.length === 0 ? [] : [`${got}, not empty`];
  }
  const isState = PROVIDER_ROUTES[name].method !== 'GET' && status === 409;
  const isMissing = typeof code === 'string' && code.endsWith('NOT_FOUND');
  const isGone = (expected.mayBeGone && isMissing) || isUnknownThere(name, code);
  return status < 300 || isState || isGone ? [] : [`${got} instead of a success`];
}

/** Deletions run last, because the other calls need the objects. Erasing a customer removes many of them. */
export function deletionsLast<By extends Caller>(cells: readonly Cell<By>[]): Cell<By>[] {
  const order = ({ name }: Cell<By>) =>
    Number(PROVIDER_ROUTES[name].method === 'DELETE') + 2 * Number(name === 'eraseCustomer');
  return cells.toSorted((left, right) => order(left) - order(right));
}
