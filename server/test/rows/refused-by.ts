/** What the database says to a piece of work that is undone at once. */
import {
  type Database,
  type Tx,
  violatedConstraint,
} from '../../src/platform/database/database.ts';

class RolledBack extends Error {}

/** The constraint that spoke, or the error's text; null when nothing objected. */
export async function refusedBy(
  database: Database,
  work: (tx: Tx) => Promise<unknown>,
): Promise<string | null> {
  try {
    await database.asSystem(async (tx) => {
      await work(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return null;
    return violatedConstraint(error) ?? String(error);
  }
  return null;
}

/** The SQLSTATE of a failed statement, or null when it was obeyed. */
export async function readSqlState(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
  }
}
