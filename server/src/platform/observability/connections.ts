/** How many database connections the processes of a server open, and how many Postgres has for them. */
import { connectionsWith } from '../database/database.ts';

/** Of all processes together, besides ten for reads in each. */
const POOL_SIZE_IN_ALL = 40;
const POOL_SIZE_MIN = 12;

type Sizes = { processes: number | null; poolSize: number | null };

export function toPoolSize({ processes, poolSize }: Sizes): number {
  return poolSize ?? Math.max(POOL_SIZE_MIN, Math.ceil(POOL_SIZE_IN_ALL / (processes ?? 1)));
}

/** One process more than there are: during a reload, the next one starts before the previous one ends. */
export function connectionsInAll(sizes: Sizes): number {
  return ((sizes.processes ?? 1) + 1) * connectionsWith(toPoolSize(sizes));
}
