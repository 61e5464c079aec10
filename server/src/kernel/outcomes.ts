/** Helpers for use cases that take a set of rows: refusing one row does not prevent writing the others. */
import { AppError } from './errors.ts';

export type Outcome<Result> = Result | AppError;

/**
 * Outcomes are in the order of the rows. An `AppError` refuses only its own row; any other error ends the whole
 * set.
 */
export function decideEach<Row, Result extends object>(
  rows: readonly Row[],
  decide: (row: Row, index: number) => Result,
): Outcome<Result>[] {
  return rows.map((row, index) => {
    try {
      return decide(row, index);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
}

export function isAccepted<Result extends object>(outcome: Outcome<Result>): outcome is Result {
  return !(outcome instanceof AppError);
}

/**
 * Returns the only outcome of a one-row set.
 *
 * @throws AppError
 */
export function onlyOutcome<Result extends object>([outcome]: readonly Outcome<Result>[]): Result {
  if (outcome instanceof AppError) throw outcome;
  if (!outcome) throw new Error('A set of one has one outcome');
  return outcome;
}
