/** Contracts of an imported file: compared with those that are there, and inserted together. */
import type { IsoDate } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import type { ContractStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { contracts } from '../../schema/projects.ts';
import {
  type AddedBy,
  type Adding,
  type Counts,
  conflictClause,
  countOf,
  differs,
  isAt,
  judge,
  type Share,
} from './staged-rows.ts';

export type StagedContract = {
  line: number;
  customerRef: string;
  contractRef: string;
  typeName: string;
  status: ContractStatus | undefined;
  amountCents: Cents;
  signedOn: IsoDate | undefined;
};

export const CONTRACT_TYPES = {
  line: 'integer',
  customerRef: 'text',
  contractRef: 'text',
  typeName: 'text',
  status: 'text',
  amountCents: 'bigint',
  signedOn: 'date',
} as const satisfies Record<keyof StagedContract, string>;

/** By the number of the contract. Only its status changes. */
export async function judgeContracts(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  const compared = sql`with found as materialized (
      select s.*, c.id as customer_id, c.erased_at, t.id as target_id,
        t.customer_id as stored_customer_id, t.type_name as stored_type, t.status as stored_status,
        t.amount_cents as stored_amount, t.signed_on as stored_signed_on
      from staged s
      left join customers c
        on c.company_id = ${company} and c.customer_ref_key = s.customer_ref_key
      left join contracts t
        on t.company_id = ${company} and t.contract_ref_key = s.contract_ref_key
      where s.share = ${share.share}::int
    )
    select s.*, case
        when first_line < line then 'IMPORT_ROW_REPEATED'
        when customer_id is null then 'DEBTOR_NOT_FOUND'
        when target_id is null and erased_at is not null then 'CUSTOMER_ERASED'
        when target_id is null then 'added'
        when customer_id <> stored_customer_id or type_name <> stored_type
          or amount_cents <> stored_amount or ${differs('signed_on', 'stored_signed_on')}
          then 'IMPORT_ROW_NOT_CHANGEABLE'
        when ${differs('status', 'stored_status')} then 'changed'
        else 'unchanged'
      end as verdict
    from found s`;
  return judge(tx, {
    compared,
    position: sql`customer_id, line`,
    keys: ['contract_ref_key'],
    ...countOf(share),
  });
}

/** The rows that `createContract` writes: contracts, audit and events. Returns how many contracts. */
export async function insertJudgedContracts(
  tx: Tx,
  { companyId, actor, at, today }: AddedBy & { today: IsoDate },
  adding: Adding,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`with ${contracts} as (
      insert into ${contracts} (company_id, id, customer_id, contract_ref, type_name, status,
        amount_cents, paid_cents, signed_on, created_at)
      select ${companyId}::uuid, id, customer_id, contract_ref, type_name, coalesce(status, 'Active'),
        amount_cents, 0, coalesce(signed_on, ${today}::date), ${at}::timestamptz
      from judged where ${isAt('added', adding.places)} order by place
      ${conflictClause(adding)} returning *
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, 'contract.created', 'contract:' || id, '{}', created_at
      from ${contracts} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'contract.created', at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
  return rowCount ?? 0;
}
