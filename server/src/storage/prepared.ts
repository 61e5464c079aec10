/**
 * Statements that are built, parsed and planned once for a connection, for reads that many payers make. The name
 * is unique among all statements; what differs between executions is an `sql.placeholder`.
 */
import type { Tx } from './database.ts';

type Executable = { execute(values: Record<string, unknown>): PromiseLike<unknown> };

const statements = new WeakMap<Tx, Map<string, Executable>>();

export function prepared<Statement extends Executable>(
  tx: Tx,
  name: string,
  build: (name: string) => Statement,
): Statement {
  const ofConnection = statements.get(tx) ?? new Map<string, Executable>();
  statements.set(tx, ofConnection);
  const known = ofConnection.get(name);
  // because a name stands for one statement
  if (known) return known as Statement;
  const statement = build(name);
  ofConnection.set(name, statement);
  return statement;
}
