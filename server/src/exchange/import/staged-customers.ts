/** Customers of an imported file: compared with those that are there, and inserted together. */
import { customerIdSchema } from '@quittance/contract/ids';
import { languageSchema } from '@quittance/contract/language';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { customers } from '../../schema/customers.ts';
import {
  type AddedBy,
  type Adding,
  type Counts,
  conflictClause,
  countOf,
  differs,
  isAt,
  judge,
  type Places,
  type Share,
} from './staged-rows.ts';

export type StagedCustomer = {
  line: number;
  customerRef: string;
  externalRef: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  businessName: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  language: string | undefined;
};

export const CUSTOMER_TYPES = {
  line: 'integer',
  customerRef: 'text',
  externalRef: 'text',
  firstName: 'text',
  lastName: 'text',
  businessName: 'text',
  email: 'text',
  phone: 'text',
  language: 'text',
} as const satisfies Record<keyof StagedCustomer, string>;

const contact = (company: SQL, type: 'EMAIL' | 'PHONE') =>
  sql`(select value from contacts where contacts.company_id = ${company}
    and contacts.customer_id = t.id and contacts.type = ${sql.raw(`'${type}'`)}
    and contacts.is_primary and contacts.removed_at is null limit 1)`;

/** By the company's own reference or, without one, by the number that the customer knows. */
export async function judgeCustomers(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  // Materialized: a condition with a `case` would not be looked up in an index.
  const compared = sql`with found as materialized (
      select s.*, r.id as number_id,
        case when s.external_ref is null then r.id else e.id end as target_id
      from staged s
      left join customers r
        on r.company_id = ${company} and r.customer_ref_key = s.customer_ref_key
      left join customers e
        on e.company_id = ${company} and e.external_ref = s.external_ref
      where s.share = ${share.share}::int
    ), stored as materialized (
      select s.*, t.id as stored_id, t.customer_ref as stored_ref, t.first_name as stored_first,
        t.last_name as stored_last, t.business_name as stored_business,
        t.language as stored_language,
        ${contact(company, 'EMAIL')} as stored_email, ${contact(company, 'PHONE')} as stored_phone
      from found s
      left join customers t on t.company_id = ${company} and t.id = s.target_id
    )
    select s.*, case
        when first_line < line then 'IMPORT_ROW_REPEATED'
        when stored_id is null and number_id is not null then 'COSTUMER_REF_ALREADY_USED'
        when stored_id is null then 'added'
        when stored_id <> number_id then 'COSTUMER_REF_ALREADY_USED'
        when customer_ref <> stored_ref or ${differs('first_name', 'stored_first')}
          or ${differs('last_name', 'stored_last')}
          or ${differs('business_name', 'stored_business')}
          or (email is not null and lower(email) is distinct from lower(stored_email))
          or ${differs('phone', 'stored_phone')}
          or ${differs('language', 'stored_language')} then 'changed'
        else 'unchanged'
      end as verdict
    from stored s`;
  return judge(tx, {
    compared,
    position: sql`line`,
    keys: ['customer_ref_key', 'external_ref'],
    ...countOf(share),
  });
}

/** The rows that `createCustomer` writes: customers, contacts, audit and events. Returns how many customers. */
export async function insertJudgedCustomers(
  tx: Tx,
  { companyId, actor, at }: AddedBy,
  adding: Adding,
): Promise<number> {
  const company = sql`${companyId}::uuid`;
  const { rowCount } = await tx.execute(sql`with ${customers} as (
      insert into ${customers} (company_id, id, customer_ref, external_ref, internal_ref, first_name,
        last_name, business_name, language, created_at)
      select ${company}, id, customer_ref, external_ref, time_ordered_id()::text,
        coalesce(first_name, business_name, ''), coalesce(last_name, ''), business_name,
        language, ${at}::timestamptz
      from judged where ${isAt('added', adding.places)} order by place
      ${conflictClause(adding)} returning *
    ), reached as (
      insert into contacts (company_id, id, customer_id, type, value, is_primary, verified_at, created_at)
      select ${company}, time_ordered_id(), judged.id, given.type, given.value, true,
        ${at}::timestamptz, ${at}::timestamptz
      from judged join ${customers} on ${customers.id} = judged.id
      cross join lateral (values ('EMAIL', judged.email), ('PHONE', judged.phone)) as given (type, value)
      where ${isAt('added', adding.places)} and given.value is not null ${RETURNING_ANY}
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, 'customer.created', 'customer:' || id, '{}', created_at
      from ${customers} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'customer.created', at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
  return rowCount ?? 0;
}

const givenSchema = z.object({
  line: z.int(),
  customerId: customerIdSchema,
  customerRef: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  businessName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: languageSchema.nullable(),
});
export type GivenCustomer = z.infer<typeof givenSchema>;

/** What a file says of customers that were different when they were compared. */
export async function listGivenCustomers(tx: Tx, places: Places): Promise<GivenCustomer[]> {
  const { rows } = await tx.execute(sql`select line, target_id as "customerId",
      customer_ref as "customerRef", first_name as "firstName", last_name as "lastName",
      business_name as "businessName", email, phone, language
    from judged where ${isAt('changed', places)} order by place`);
  return z.array(givenSchema).parse(rows);
}
