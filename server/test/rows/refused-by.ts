/** Returns how the database reacts to work, which is then rolled back. */
import {
  type Database,
  type Tx,
  violatedConstraint,
} from '../../src/platform/database/database.ts';

class RolledBack extends Error {}

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

export async function readSqlState(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
  }
}
