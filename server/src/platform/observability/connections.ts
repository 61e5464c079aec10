/** The number of database connections that the processes of a server open. */
import type { Role } from '../../kernel/config.ts';
import { connectionsWith } from '../database/database.ts';

/** Total pool size of all processes, not counting ten read connections in each. */
const POOL_SIZE_IN_ALL = 40;
const POOL_SIZE_MIN = 12;

type Sizes = { processes: number | null; poolSize: number | null };

export function toPoolSize({ processes, poolSize }: Sizes): number {
  return poolSize ?? Math.max(POOL_SIZE_MIN, Math.ceil(POOL_SIZE_IN_ALL / (processes ?? 1)));
}

/** Counts one process more than configured: a reload starts the next process before the previous one ends. */
function connectionsOfOne(sizes: Sizes): number {
  return ((sizes.processes ?? 1) + 1) * connectionsWith(toPoolSize(sizes));
}

/** Web processes do not work without a worker, which has one process unless it is configured (ADR 0065). */
export function connectionsInAll({ role, ...sizes }: Sizes & { role: Role }): number {
  const worker = { processes: 1, poolSize: sizes.poolSize };
  return connectionsOfOne(sizes) + (role === 'web' ? connectionsOfOne(worker) : 0);
}
