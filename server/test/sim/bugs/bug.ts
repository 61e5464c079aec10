/** A seeded bug: a mistake that a programmer could make, injected from outside. */
import type { Deps } from '../../../src/kernel/deps.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Rewrite } from '../instrumented-database.ts';
import type { Simulator } from '../simulator.ts';

/** A line of the product and its mutated form. `mutant-loader.mjs` applies it. */
export type Mutation = { file: string; from: string; to: string };

export type Bug = {
  name: string;
  mistake: string;
  mutations?: readonly Mutation[];
  /** Not undone, because the database is dropped after the bug. */
  prepare?(database: Pick<Database, 'pool'>): Promise<void>;
  rewrite?: Rewrite;
  deps?(deps: Deps, simulator: Simulator): Deps;
  forgetsResolver?: boolean;
};
