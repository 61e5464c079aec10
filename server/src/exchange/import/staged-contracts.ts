/** Imports contracts: compares them with stored contracts, then adds and changes them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { type NewContract, newContractSchema } from '@quittance/contract/projects/provider-schemas';
import type { ContractStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/row-sets.ts';
import { changeContracts, createContracts } from '../../projects/manage-contracts.ts';
import { contracts } from '../../schema/projects.ts';
import { addBy, changeBy, type ImportKind, type Judged } from './import-kind.ts';
import { toDifference } from './rows.ts';
import { type Counts, computeCount, differs, judge, type Share } from './staged-rows.ts';

export type StagedContract = {
  line: number;
  customerRef: string;
  contractRef: string;
  typeName: string;
  status: ContractStatus | undefined;
  amountCents: Cents;
  signedOn: IsoDate | undefined;
};

const CONTRACT_TYPES = {
  line: 'integer',
  customerRef: 'text',
  contractRef: 'text',
  typeName: 'text',
  status: 'text',
  amountCents: 'bigint',
  signedOn: 'date',
} as const satisfies Record<keyof StagedContract, string>;

async function judgeContracts(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  const compared = sql`with found as materialized (
      select s.*, c.id as customer_id, t.id as target_id,
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
    ...computeCount(share),
  });
}

type JudgedContract = Judged<StagedContract> & { customerId: CustomerId; targetId: string };
const COLUMNS = { ...CONTRACT_TYPES, customerId: 'uuid', targetId: 'uuid' } as const;

const toNewContract = (row: JudgedContract): NewContract => ({
  customerId: row.customerId,
  contractRef: row.contractRef,
  typeName: row.typeName,
  status: newContractSchema.shape.status.parse(row.status ?? undefined),
  amount: row.amountCents,
  signedOn: row.signedOn ?? undefined,
});

export const CONTRACT_IMPORT: ImportKind = {
  staging: { types: CONTRACT_TYPES, keys: ['contractRef', 'customerRef'], sharedBy: 'customerRef' },
  judge: judgeContracts,
  add: addBy<JudgedContract>(COLUMNS, (tx, deps, { rows, ...batch }) =>
    createContracts(tx, deps, { ...batch, inputs: rows.map(toNewContract) }),
  ),
  change: changeBy({
    columns: COLUMNS,
    lock: (tx, of) => lockRows(tx, contracts, of),
    compare: ({ status }: JudgedContract, { contractRef, ...stored }) => ({
      ref: contractRef,
      ...toDifference<{ status: ContractStatus }>(stored, { status }),
    }),
    change: changeContracts,
  }),
  takenCode: 'CONTRACT_REF_ALREADY_USED',
  repeated: (firstLine) => `names the same contract as line ${firstLine}`,
};
