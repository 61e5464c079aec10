/** Statements that Drizzle builds once for a connection. What differs between executions is an `sql.placeholder`. */
import type { Tx } from './database.ts';

type Executable = { execute(values: Record<string, unknown>): PromiseLike<unknown> };

const statements = new WeakMap<Tx, Map<string, Executable>>();

export function builtOnce<Statement extends Executable>(
  tx: Tx,
  key: string,
  build: () => Statement,
): Statement {
  const ofConnection = statements.get(tx) ?? new Map<string, Executable>();
  statements.set(tx, ofConnection);
  const known = ofConnection.get(key);
  // because a key stands for one statement
  if (known) return known as Statement;
  const statement = build();
  ofConnection.set(key, statement);
  return statement;
}
