/** Defines how rows of each kind are written: in batches, by the same use cases as the API. */
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
  add: WriteBatch | null;
  change: WriteBatch | null;
  takenCode: ErrorCode;
  repeated(firstLine: number): string;
  invalid?: string;
};

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

export function addBy<Given extends Row>(columns: FieldTypes, create: Create<Given>): WriteBatch {
  return async (tx, deps, batch) => {
    const rows = await listJudged<Given>(tx, columns, { verdict: 'added', places: batch.places });
    const outcomes = await create(tx, deps, { ...batch, rows });
    const refused = toRefusals(rows, outcomes);
    return { ...NOTHING, added: outcomes.length - refused.length, refused };
  };
}

/**
 * Like `addBy`, for rows that belong to projects. Rows that another caller has added in the meantime are refused as
 * repeated.
 */
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
  /** Locks rows in id order. */
  lock(tx: Tx, of: { companyId: CompanyId; ids: readonly string[] }): Promise<Stored[]>;
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
