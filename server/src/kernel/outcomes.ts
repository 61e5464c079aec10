/** Use cases that take a set of rows: a refused row does not keep the others from being written. */
import { AppError } from './errors.ts';

/** A row as it is written, or the reason why it is refused. */
export type Outcome<Result> = Result | AppError;

/** In the order of the rows. An `AppError` refuses its own row; any other error ends the whole set. */
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
 * The outcome of a set of one.
 *
 * @throws AppError
 */
export function onlyOutcome<Result extends object>([outcome]: readonly Outcome<Result>[]): Result {
  if (outcome instanceof AppError) throw outcome;
  if (!outcome) throw new Error('A set of one has one outcome');
  return outcome;
}
