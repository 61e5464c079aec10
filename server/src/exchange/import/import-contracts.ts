/** Contracts of a file. */
import type { IsoDate } from '@quittance/contract/dates';
import { changeObjects } from './change-objects.ts';
import { CHANGEABLE_CONTRACT } from './changed-objects.ts';
import type { ImportKind } from './import-rows.ts';
import { CONTRACT_TYPES, insertJudgedContracts, judgeContracts } from './staged-contracts.ts';

/** A contract is signed `today` unless its row says otherwise. */
export function contractImport(today: IsoDate): ImportKind {
  return {
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
