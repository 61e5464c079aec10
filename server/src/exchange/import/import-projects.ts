/** Projects of a file, and their orders and estimates. */
import type { IsoDate } from '@quittance/contract/dates';
import { changeObjects } from './change-objects.ts';
import { CHANGEABLE_PROJECT } from './changed-objects.ts';
import type { ImportKind } from './import-rows.ts';
import { ITEM_TYPES, insertJudgedEstimates, judgeEstimates } from './staged-estimates.ts';
import { insertJudgedOrders, judgeOrders, ORDER_TYPES } from './staged-orders.ts';
import { insertJudgedProjects, judgeProjects, PROJECT_TYPES } from './staged-projects.ts';

/** A project begins `today` unless its row says otherwise. */
export function projectImport(today: IsoDate): ImportKind {
  return {
    staging: {
      types: PROJECT_TYPES,
      keys: ['projectRef', 'customerRef'],
      sharedBy: 'customerRef',
    },
    judge: judgeProjects,
    adding: {
      table: 'projects',
      insert: (tx, by, adding) => insertJudgedProjects(tx, { ...by, today }, adding),
    },
    change: changeObjects(CHANGEABLE_PROJECT),
    takenCode: 'PROJECT_REF_ALREADY_USED',
    repeated: (firstLine) => `names the same project as line ${firstLine}`,
  };
}

export const ORDER_IMPORT: ImportKind = {
  staging: { types: ORDER_TYPES, keys: ['projectRef', 'orderRef'], sharedBy: 'projectRef' },
  judge: judgeOrders,
  adding: { table: 'orders', insert: insertJudgedOrders },
  change: null,
  takenCode: 'IMPORT_ROW_REPEATED',
  repeated: (firstLine) => `names the same order as line ${firstLine}`,
};

export const ESTIMATE_IMPORT: ImportKind = {
  staging: { types: ITEM_TYPES, keys: ['projectRef', 'estimateRef'], sharedBy: 'projectRef' },
  judge: judgeEstimates,
  adding: { table: 'estimates', insert: insertJudgedEstimates },
  change: null,
  takenCode: 'IMPORT_ROW_REPEATED',
  repeated: (firstLine) => `names the same estimate as line ${firstLine}`,
  invalid:
    'memo and expiresOn must be in one row of the estimate and not differ in others; it has up to 200 items',
};
