/**
 * Every stored value that is sealed: its table, its column, the columns that identify its row, and its context. A
 * test compares the list with the columns of the schema.
 */
import { memberIdSchema } from '@quittance/contract/identity/staff';
import {
  attemptIdSchema,
  companyIdSchema,
  customerIdSchema,
  methodIdSchema,
} from '@quittance/contract/ids';
import { sealContext } from './seal.ts';

type RowKey = Readonly<Record<string, string>>;

export type SealedColumn = {
  table: string;
  /** SQL expression for the sealed text. */
  value: string;
  /** SQL assignment that replaces the text. `$` stands for the new value. */
  set: string;
  key: Readonly<Record<string, 'uuid' | 'text' | 'bigint'>>;
  /** Further columns that the context needs, as SQL expressions. */
  also?: Readonly<Record<string, string>>;
  contextOf(key: RowKey): string;
};

const toCompany = ({ company_id }: RowKey) => companyIdSchema.parse(company_id);
const toId = ({ id = '' }: RowKey) => id;

const toMember = (key: RowKey, name: string) => ({
  companyId: toCompany(key),
  memberId: memberIdSchema.parse(key[name]),
});

const BY_COMPANY = { company_id: 'uuid' } as const;
const BY_ID = { company_id: 'uuid', id: 'uuid' } as const;

function column(name: string) {
  return { value: name, set: `${name} = $` };
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'company_secrets',
    ...column('processor_key_sealed'),
    key: BY_COMPANY,
    contextOf: (key) => sealContext.processorKey(toCompany(key)),
  },
  {
    table: 'company_secrets',
    ...column('webhook_secret_sealed'),
    key: BY_COMPANY,
    contextOf: (key) => sealContext.webhookSecret(toCompany(key)),
  },
  {
    table: 'company_secrets',
    ...column('lookup_key_sealed'),
    key: BY_COMPANY,
    contextOf: (key) => sealContext.lookupKey(toCompany(key)),
  },
  {
    table: 'company_secrets',
    ...column('identity_provider_sealed'),
    key: BY_COMPANY,
    contextOf: (key) => sealContext.identityProvider(toCompany(key)),
  },
  {
    table: 'staff_members',
    ...column('name_sealed'),
    key: BY_ID,
    contextOf: (key) => sealContext.memberName(toMember(key, 'id')),
  },
  {
    table: 'staff_members',
    ...column('email_sealed'),
    key: BY_ID,
    contextOf: (key) => sealContext.memberEmail(toMember(key, 'id')),
  },
  {
    table: 'staff_sessions',
    ...column('identity_sealed'),
    key: BY_ID,
    also: { member_id: 'member_id' },
    contextOf: (key) => sealContext.identitySession(toMember(key, 'member_id')),
  },
  {
    table: 'staff_passkeys',
    ...column('name_sealed'),
    key: BY_ID,
    contextOf: (key) =>
      sealContext.passkeyName({ companyId: toCompany(key), passkeyId: toId(key) }),
  },
  {
    table: 'payment_methods',
    ...column('token_sealed'),
    key: BY_ID,
    contextOf: (key) =>
      sealContext.methodToken({
        companyId: toCompany(key),
        methodId: methodIdSchema.parse(key['id']),
      }),
  },
  {
    table: 'field_sessions',
    ...column('token_sealed'),
    key: BY_ID,
    contextOf: (key) =>
      sealContext.fieldSession({ companyId: toCompany(key), sessionId: toId(key) }),
  },
  {
    table: 'outbox',
    value: `payload ->> 'secretSealed'`,
    set: `payload = jsonb_set(payload, '{secretSealed}', to_jsonb($))`,
    key: { company_id: 'uuid', id: 'bigint' },
    also: { customer_id: `payload ->> 'customerId'`, member_id: `payload ->> 'memberId'` },
    contextOf: (key) =>
      key['member_id']
        ? sealContext.staffMail(toMember(key, 'member_id'))
        : sealContext.mail({
            companyId: toCompany(key),
            customerId: customerIdSchema.parse(key['customer_id']),
          }),
  },
  {
    table: 'attempts',
    ...column('order_sealed'),
    key: BY_ID,
    contextOf: (key) =>
      sealContext.order({ companyId: toCompany(key), attemptId: attemptIdSchema.parse(key['id']) }),
  },
  {
    table: 'method_setups',
    ...column('order_sealed'),
    key: BY_ID,
    contextOf: (key) => sealContext.setupOrder({ companyId: toCompany(key), setupId: toId(key) }),
  },
  {
    table: 'webhook_endpoints',
    ...column('secret_sealed'),
    key: BY_ID,
    contextOf: (key) =>
      sealContext.webhookEndpoint({ companyId: toCompany(key), endpointId: toId(key) }),
  },
  {
    table: 'webhook_endpoints',
    ...column('old_secret_sealed'),
    key: BY_ID,
    contextOf: (key) =>
      sealContext.webhookEndpoint({ companyId: toCompany(key), endpointId: toId(key) }),
  },
  {
    table: 'provider_calls',
    ...column('answer_sealed'),
    key: { company_id: 'uuid', key: 'text' },
    contextOf: (key) =>
      sealContext.providerCall({ companyId: toCompany(key), key: key['key'] ?? '' }),
  },
];

export const nameOfColumn = ({ table, value }: SealedColumn) =>
  `${table}.${/'(\w+)'/.exec(value)?.[1] ?? value}`;
