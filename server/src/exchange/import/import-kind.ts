/** How rows of a kind are written: by the use cases of the API, a batch at a time. */
import type { ErrorCode } from '@quittance/contract/errors';
import type { CompanyId } from '@quittance/contract/ids';
import { AppError } from '../../kernel/errors.ts';
import { decideEach, type Outcome } from '../../kernel/outcomes.ts';
import type { Actor, ProviderDeps } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ChangeSet, WriteOptions } from '../../platform/events/write-objects.ts';
import { type BatchResult, type Difference, NOTHING, type Refusal, refusalFor } from './rows.ts';
import {
  type Counts,
  type FieldTypes,
  type InProjects,
  listJudged,
  lockProjects,
  type Places,
  type Share,
  type StageSettings,
} from './staged-rows.ts';

export type Batch = { actor: Actor; places: Places; options: WriteOptions };

type WriteBatch = (tx: Tx, deps: ProviderDeps, batch: Batch) => Promise<BatchResult>;

export type ImportKind = {
  staging: StageSettings;
  judge(tx: Tx, share: Share): Promise<Counts>;
  /** Null if rows only change existing data. */
  add: WriteBatch | null;
  /** Null if nothing can be changed. */
  change: WriteBatch | null;
  /** Error code for a row whose reference another caller has used in the meantime. */
  takenCode: ErrorCode;
  /** Message for a row that has the same identity as an earlier row. */
  repeated(firstLine: number): string;
  /** Message for rows that are refused as a group. */
  invalid?: string;
};

/** A row as it was compared; what the file leaves empty is null. */
export type Judged<Staged> = {
  [Field in keyof Staged]: undefined extends Staged[Field]
    ? Exclude<Staged[Field], undefined> | null
    : Staged[Field];
};

type Row = { line: number };

function toRefusals(rows: readonly Row[], outcomes: readonly Outcome<object>[]): Refusal[] {
  return outcomes.flatMap((outcome, index) =>
    outcome instanceof AppError ? [refusalFor(rows[index]?.line ?? 0, outcome)] : [],
  );
}

type Create<Given> = (
  tx: Tx,
  deps: ProviderDeps,
  batch: Batch & { rows: readonly Given[] },
) => Promise<Outcome<object>[]>;

/** `columns` are those that `create` reads. */
export function addBy<Given extends Row>(columns: FieldTypes, create: Create<Given>): WriteBatch {
  return async (tx, deps, batch) => {
    const rows = await listJudged<Given>(tx, columns, { verdict: 'added', places: batch.places });
    const outcomes = await create(tx, deps, { ...batch, rows });
    const refused = toRefusals(rows, outcomes);
    return { ...NOTHING, added: outcomes.length - refused.length, refused };
  };
}

/** The same for rows of projects. Those that another caller was faster to add are left out. */
export function addToProjects<Given extends Row>(
  of: InProjects,
  columns: FieldTypes,
  create: Create<Given>,
): WriteBatch {
  return addBy<Given>(columns, async (tx, deps, { rows, ...batch }) => {
    const { companyId } = batch.actor;
    const taken = await lockProjects(tx, of, { companyId, places: batch.places });
    const isTaken = ({ line }: Given) => taken.has(line);
    const outcomes = await create(tx, deps, {
      ...batch,
      rows: rows.filter((row) => !isTaken(row)),
    });
    const left = outcomes.values();
    return rows.map((row) =>
      isTaken(row) ? new AppError('IMPORT_ROW_REPEATED') : (left.next().value ?? row),
    );
  });
}

type ChangeRules<Given, Stored, Change> = {
  columns: FieldTypes;
  /** Locks the rows in the order of their ids. */
  lock(tx: Tx, of: { companyId: CompanyId; ids: readonly string[] }): Promise<Stored[]>;
  /** @throws AppError */
  compare(given: Given, stored: Stored): Difference<Change> & { ref: string };
  change(tx: Tx, deps: ProviderDeps, set: ChangeSet<Stored, Change>): Promise<Outcome<object>[]>;
};

/** Values are compared again under the lock, because they may have changed in the meantime. */
export function changeBy<
  Given extends Row & { targetId: string },
  Stored extends { id: string },
  Change extends object,
>({ columns, lock, compare, change }: ChangeRules<Given, Stored, Change>): WriteBatch {
  return async (tx, deps, { actor, places, options }) => {
    const given = await listJudged<Given>(tx, columns, { verdict: 'changed', places });
    const ids = given.map(({ targetId }) => targetId);
    const locked = await lock(tx, { companyId: actor.companyId, ids });
    const stored = new Map(locked.map((row) => [row.id, row]));
    const there = given.flatMap((one) => {
      const row = stored.get(one.targetId);
      return row ? [{ line: one.line, given: one, row }] : [];
    });
    const compared = decideEach(there, (one) => ({ ...one, ...compare(one.given, one.row) }));
    const different = compared.flatMap((one) =>
      one instanceof AppError || Object.keys(one.change).length === 0 ? [] : [one],
    );
    const outcomes = await change(tx, deps, { actor, changes: different, options });
    const refused = [...toRefusals(there, compared), ...toRefusals(different, outcomes)];
    const changed = different.flatMap(({ line, ref, shown }, index) =>
      outcomes[index] instanceof AppError ? [] : [{ line, ref, fields: shown }],
    );
    const unchanged = given.length - changed.length - refused.length;
    return { ...NOTHING, changed, refused, unchanged };
  };
}
