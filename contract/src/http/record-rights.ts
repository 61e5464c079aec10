/**
 * Who may see which kind of record, and which of its columns (R47). Lists, details, exports, events and the attention
 * list follow this. A company's own systems see what their key's scope allows.
 */

export const RECORD_KINDS = [
  'settings',
  'customers',
  'contacts',
  'projects',
  'orders',
  'estimates',
  'contracts',
  'invoices',
  'requests',
  'links',
  'methods',
  'mandates',
  'plans',
  'schedules',
  'auto-pay-charges',
  'charge-notices',
  'payments',
  'refunds',
  'disputes',
  'inquiries',
  'postings',
  'reconciliations',
  'metadata',
  'payouts',
  'events',
  'audit',
  'webhook-endpoints',
  'api-keys',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

type RecordRight = {
  seenBy: 'everyone' | 'owner';
  /** Columns that only owners see: addresses and devices of people, and the account at the processor. */
  ownersColumns?: readonly string[];
  /** The object of events about these records. */
  object?: 'webhook_endpoint';
};

const EVERYONE = { seenBy: 'everyone' } as const;

export const RECORD_RIGHTS: Readonly<Record<RecordKind, RecordRight>> = {
  settings: { seenBy: 'everyone', ownersColumns: ['processorData', 'stripeId'] },
  customers: EVERYONE,
  contacts: EVERYONE,
  projects: EVERYONE,
  orders: EVERYONE,
  estimates: EVERYONE,
  contracts: EVERYONE,
  invoices: EVERYONE,
  requests: EVERYONE,
  links: EVERYONE,
  methods: EVERYONE,
  mandates: { seenBy: 'everyone', ownersColumns: ['evidence'] },
  plans: EVERYONE,
  schedules: EVERYONE,
  'auto-pay-charges': EVERYONE,
  'charge-notices': EVERYONE,
  payments: { seenBy: 'everyone', ownersColumns: ['clientAddress', 'claimedDevice'] },
  refunds: EVERYONE,
  disputes: EVERYONE,
  inquiries: EVERYONE,
  postings: EVERYONE,
  reconciliations: EVERYONE,
  metadata: EVERYONE,
  payouts: EVERYONE,
  events: EVERYONE,
  audit: { seenBy: 'owner' },
  'webhook-endpoints': { seenBy: 'owner', object: 'webhook_endpoint' },
  'api-keys': { seenBy: 'owner' },
};

/** The caller: a company's own system with a key, a member of its staff, or the operator of the portal. */
export type RecordReader = { kind: 'key' | 'staff' | 'operator'; scopes: readonly string[] };

export const OPERATOR: RecordReader = { kind: 'operator', scopes: [] };

const seesAll = ({ kind, scopes }: RecordReader) => kind !== 'staff' || scopes.includes('manage');

export const maySee = (reader: RecordReader, kind: RecordKind) =>
  RECORD_RIGHTS[kind].seenBy === 'everyone' || seesAll(reader);

export const hiddenColumns = (reader: RecordReader, kind: RecordKind): readonly string[] =>
  seesAll(reader) ? [] : (RECORD_RIGHTS[kind].ownersColumns ?? []);

export const hiddenObjects = (reader: RecordReader): 'webhook_endpoint'[] =>
  Object.values(RECORD_RIGHTS).flatMap(({ seenBy, object }) =>
    object && seenBy === 'owner' && !seesAll(reader) ? [object] : [],
  );

/** Others see email addresses and phone numbers masked, except of a customer that they open, which is recorded. */
export const seesContacts = ({ kind, scopes }: RecordReader) =>
  kind !== 'staff' || scopes.includes('write');
