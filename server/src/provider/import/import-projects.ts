/** Projects of a file, and their orders and estimates. */
import type { IsoDate } from '@quittance/contract/dates';
import {
  newEstimateSchema,
  newOrderSchema,
  newProjectSchema,
} from '@quittance/contract/provider/billing/projects';
import { z } from 'zod';
import { CHANGEABLE_PROJECT } from '../../storage/provider/import/changed-objects.ts';
import {
  ITEM_TYPES,
  insertJudgedEstimates,
  judgeEstimates,
  type StagedItem,
} from '../../storage/provider/import/staged-estimates.ts';
import {
  insertJudgedOrders,
  judgeOrders,
  ORDER_TYPES,
  type StagedOrder,
} from '../../storage/provider/import/staged-orders.ts';
import {
  insertJudgedProjects,
  judgeProjects,
  PROJECT_TYPES,
  type StagedProject,
} from '../../storage/provider/import/staged-projects.ts';
import { changeObjects } from './change-objects.ts';
import type { ImportKind } from './import-rows.ts';
import { type FileRow, optionalCents } from './rows.ts';

function parseProject({ line, fields }: FileRow): StagedProject {
  const project = newProjectSchema.parse(fields);
  return {
    line,
    customerRef: project.customerRef ?? '',
    projectRef: project.projectRef,
    name: project.name,
    status: fields['status'] === undefined ? undefined : project.status,
    startedOn: project.startedOn,
  };
}

/** A project begins `today` unless its row says otherwise. */
export function projectImport(today: IsoDate): ImportKind {
  return {
    fields: ['projectRef', 'customerRef', 'name', 'status', 'startedOn'],
    parse: parseProject,
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

const inProjectSchema = z.object({ projectRef: z.string('is missing') });

function parseOrder({
  line,
  fields: { projectRef: given, total, ...fields },
}: FileRow): StagedOrder {
  const { projectRef } = inProjectSchema.parse({ projectRef: given });
  const order = newOrderSchema.parse({ ...fields, ...optionalCents('total', total) });
  return {
    line,
    projectRef,
    orderRef: order.orderRef,
    name: order.name,
    status: fields['status'] === undefined ? undefined : order.status,
    totalCents: order.total,
  };
}

export const ORDER_IMPORT: ImportKind = {
  fields: ['projectRef', 'orderRef', 'name', 'status', 'total'],
  parse: parseOrder,
  staging: { types: ORDER_TYPES, keys: ['projectRef', 'orderRef'], sharedBy: 'projectRef' },
  judge: judgeOrders,
  adding: { table: 'orders', insert: insertJudgedOrders },
  change: null,
  takenCode: 'IMPORT_ROW_REPEATED',
  repeated: (firstLine) => `names the same order as line ${firstLine}`,
};

const ofEstimateSchema = newEstimateSchema.omit({ items: true }).partial({
  memo: true,
  expiresOn: true,
});
const itemSchema = newEstimateSchema.shape.items.element;

/** A row is an item. What is said of the whole estimate needs to be in one of its rows only. */
function parseItem({
  line,
  fields: { projectRef: given, item, amount, ...fields },
}: FileRow): StagedItem {
  const { projectRef } = inProjectSchema.parse({ projectRef: given });
  const { estimateRef, memo, expiresOn } = ofEstimateSchema.parse(fields);
  const priced = itemSchema.parse({ name: item, ...optionalCents('amount', amount) });
  return {
    ...{ line, projectRef, estimateRef, memo, expiresOn },
    item: priced.name,
    amountCents: priced.amount,
  };
}

export const ESTIMATE_IMPORT: ImportKind = {
  fields: ['projectRef', 'estimateRef', 'memo', 'expiresOn', 'item', 'amount'],
  parse: parseItem,
  staging: { types: ITEM_TYPES, keys: ['projectRef', 'estimateRef'], sharedBy: 'projectRef' },
  judge: judgeEstimates,
  adding: { table: 'estimates', insert: insertJudgedEstimates },
  change: null,
  takenCode: 'IMPORT_ROW_REPEATED',
  repeated: (firstLine) => `names the same estimate as line ${firstLine}`,
  invalid:
    'memo and expiresOn must be in one row of the estimate and not differ in others; it has up to 200 items',
};
