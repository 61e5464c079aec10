/** Contracts of a file. */
import type { IsoDate } from '@quittance/contract/dates';
import { newContractSchema } from '@quittance/contract/provider/billing/projects';
import { CHANGEABLE_CONTRACT } from '../../storage/provider/import/changed-objects.ts';
import {
  CONTRACT_TYPES,
  insertJudgedContracts,
  judgeContracts,
  type StagedContract,
} from '../../storage/provider/import/staged-contracts.ts';
import { changeObjects } from './change-objects.ts';
import type { ImportKind } from './import-rows.ts';
import { type FileRow, optionalCents } from './rows.ts';

function parse({ line, fields: { amount, ...fields } }: FileRow): StagedContract {
  const contract = newContractSchema.parse({ ...fields, ...optionalCents('amount', amount) });
  return {
    line,
    customerRef: contract.customerRef ?? '',
    contractRef: contract.contractRef,
    typeName: contract.typeName,
    status: fields['status'] === undefined ? undefined : contract.status,
    amountCents: contract.amount,
    signedOn: contract.signedOn,
  };
}

/** A contract is signed `today` unless its row says otherwise. */
export function contractImport(today: IsoDate): ImportKind {
  return {
    fields: ['contractRef', 'customerRef', 'typeName', 'status', 'amount', 'signedOn'],
    parse,
    staging: {
      types: CONTRACT_TYPES,
      keys: ['contractRef', 'customerRef'],
      sharedBy: 'customerRef',
    },
    judge: judgeContracts,
    adding: {
      table: 'contracts',
      insert: (tx, by, adding) => insertJudgedContracts(tx, { ...by, today }, adding),
    },
    change: changeObjects(CHANGEABLE_CONTRACT),
    takenCode: 'CONTRACT_REF_ALREADY_USED',
    repeated: (firstLine) => `names the same contract as line ${firstLine}`,
  };
}
