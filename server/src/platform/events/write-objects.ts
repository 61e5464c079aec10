/**
 * Writes a set of objects of one kind: one object from an API call, or thousands from a file. Each gets an audit
 * entry and an event for the company's other systems.
 */
import type { ErrorCode } from '@quittance/contract/errors';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { AppError } from '../../kernel/errors.ts';
import { decideEach, isAccepted, type Outcome, onlyOutcome } from '../../kernel/outcomes.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Actor, ProviderDeps } from '../audit/recorded-action.ts';
import type { Tx } from '../database/database.ts';
import { insertRows, insertUntaken, type ObjectTable } from '../database/row-sets.ts';
import { recordEvents } from './record-event.ts';

type Detail = Record<string, unknown>;

const NO_DETAIL: Detail = {};

type ChangeRecord = {
  actor: Actor;
  action: EventType | 'invoice.drafted';
  objects: readonly { id: string; detail?: Detail }[];
  options?: WriteOptions;
};

/** For changes that the company keeps internal: writes audit entries but no events. */
export async function auditChanges(
  tx: Tx,
  { clock }: Pick<ProviderDeps, 'clock'>,
  { actor: { companyId, name: actor }, action, objects }: ChangeRecord,
): Promise<void> {
  const [kind] = action.split('.');
  const at = clock.now();
  const entries = objects.map(({ id, detail = NO_DETAIL }) => ({
    companyId,
    actor,
    action,
    subject: `${kind}:${id}`,
    detail,
    at,
  }));
  await appendAudit(tx, ...entries);
}

/** Call this after the objects are written. */
export async function recordChanges(
  tx: Tx,
  deps: Pick<ProviderDeps, 'clock'>,
  change: ChangeRecord & { action: EventType },
): Promise<void> {
  const { actor, action: type, objects, options } = change;
  await auditChanges(tx, deps, change);
  recordEvents(tx, {
    companyId: actor.companyId,
    type,
    objectIds: objects.map(({ id }) => id),
    at: deps.clock.now(),
    isNumbered: options?.areEventsNumbered,
  });
}

/** Options for file imports. API calls do not use them. */
export type WriteOptions = {
  isDryRun?: boolean;
  /** Error code for a row whose reference is already taken. Without it, such a row fails the whole set. */
  takenCode?: ErrorCode;
  /** The events get their numbers as they are written. The company's list of events waits for the transaction. */
  areEventsNumbered?: boolean;
};

export type NewSet<Input> = {
  actor: Actor;
  inputs: readonly Input[];
  options?: WriteOptions;
};

/** The caller has already locked the rows. */
export type ChangeSet<Row, Change> = {
  actor: Actor;
  changes: readonly { row: Row; change: Change }[];
  options?: WriteOptions;
};

type NewObjects<Table extends ObjectTable, Input, Row> = NewSet<Input> & {
  action: EventType;
  table: Table;
  /** @throws AppError */
  decide(input: Input, index: number): Row;
  detail?(row: Row): Detail;
};

export async function createObjects<
  Table extends ObjectTable,
  Input,
  Row extends Table['$inferInsert'] & { id: string },
>(
  tx: Tx,
  deps: ProviderDeps,
  { actor, inputs, options = {}, action, table, decide, detail }: NewObjects<Table, Input, Row>,
): Promise<Outcome<Row>[]> {
  const decided = decideEach(inputs, decide);
  const outcomes = await insertAccepted<Table, Row>(tx, table, { outcomes: decided, options });
  if (options.isDryRun) return outcomes;
  const rows = outcomes.filter(isAccepted<Row>);
  const objects = rows.map((row) => ({ id: row.id, detail: detail?.(row) ?? NO_DETAIL }));
  await recordChanges(tx, deps, { actor, action, objects, options });
  return outcomes;
}

export function createOne<Input, Row extends object, Shown>(
  create: (tx: Tx, deps: ProviderDeps, set: NewSet<Input>) => Promise<Outcome<Row>[]>,
  show: (row: Row) => Shown,
) {
  return async (tx: Tx, deps: ProviderDeps, { actor, input }: { actor: Actor; input: Input }) =>
    show(onlyOutcome(await create(tx, deps, { actor, inputs: [input] })));
}

/** Inserts the accepted rows. A row is refused if it was not inserted because its reference is taken. */
export async function insertAccepted<
  Table extends ObjectTable,
  Row extends Table['$inferInsert'] & { id: string },
>(
  tx: Tx,
  table: Table,
  {
    outcomes,
    options: { isDryRun, takenCode },
  }: { outcomes: readonly Outcome<Row>[]; options: WriteOptions },
): Promise<Outcome<Row>[]> {
  const rows = outcomes.filter(isAccepted<Row>);
  if (isDryRun || rows.length === 0) return [...outcomes];
  if (!takenCode) {
    insertRows(tx, table, rows);
    return [...outcomes];
  }
  const inserted = await insertUntaken(tx, table, rows);
  return outcomes.map((outcome) =>
    isAccepted(outcome) && !inserted.has(outcome.id) ? new AppError(takenCode) : outcome,
  );
}
