/** Contracts of a file. */
import type { IsoDate } from '@quittance/contract/dates';
import { CHANGEABLE_CONTRACT } from '../../storage/provider/import/changed-objects.ts';
import {
  CONTRACT_TYPES,
  insertJudgedContracts,
  judgeContracts,
} from '../../storage/provider/import/staged-contracts.ts';
import { changeObjects } from './change-objects.ts';
import type { ImportKind } from './import-rows.ts';

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
