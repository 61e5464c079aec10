/** The number of database connections that the processes of a server open. */
import type { Role } from '../../kernel/config.ts';
import { connectionsWith } from '../database/database.ts';

/**
 * Not counting ten read connections. Every connection parses and plans each statement once, so a payment takes a
 * quarter more processor time with 40 connections than with 12, and no transaction is open during a processor call.
 */
const POOL_SIZE = 12;

type Sizes = { processes: number | null; poolSize: number | null };

export function toPoolSize({ poolSize }: Pick<Sizes, 'poolSize'>): number {
  return poolSize ?? POOL_SIZE;
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
