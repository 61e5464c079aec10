/** Commands for running on more than one database server: the tables of a Citus cluster (docs/scale.md). */
import type pg from 'pg';
import {
  distribute,
  NotDistributable,
  type Placement,
  readPlacement,
} from '../../../platform/database/sharding/distribute.ts';
import { OrderRefused } from '../../order-refused.ts';
import type { Command, Context, Output } from '../command.ts';

function shown({ servers, distributed, reference, local, waiting }: Placement): Output {
  const lines = [
    `servers: ${servers.join(', ')}`,
    `distributed by company: ${distributed.length}`,
    `copied to every server: ${reference.join(', ')}`,
    `on the coordinator: ${local.join(', ')}`,
    ...(waiting.length > 0 ? [`not distributed yet: ${waiting.join(', ')}`] : []),
  ];
  const data = { servers, distributed, reference, local, waiting };
  return { data, text: lines.join('\n'), isFailure: waiting.length > 0 };
}

async function show(
  { deps }: Context,
  work: (pool: pg.Pool) => Promise<Placement>,
): Promise<Output> {
  try {
    return shown(await work(deps.database.pool));
  } catch (error) {
    throw error instanceof NotDistributable ? new OrderRefused(error.message) : error;
  }
}

export const SCALE_COMMANDS: readonly Command[] = [
  {
    name: 'scale distribute',
    args: [],
    summary: 'Distribute the tables across the servers of a Citus cluster by company',
    example: '',
    run: (context) => show(context, distribute),
  },
  {
    name: 'scale status',
    args: [],
    summary: 'Show which servers store the tables',
    example: '',
    run: (context) => show(context, readPlacement),
  },
];
