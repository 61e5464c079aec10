/** Reads the plan of a statement, and makes the planner treat tables as large. */
import type pg from 'pg';
import { z } from 'zod';

export type PlanNode = Readonly<Record<string, unknown>> & { Plans?: PlanNode[] };

const explainedSchema = z.tuple([z.object({ Plan: z.custom<PlanNode>() })]);

export function planIn(row: Readonly<Record<string, unknown>> | undefined): PlanNode {
  return explainedSchema.parse(row?.['QUERY PLAN'])[0].Plan;
}

export function toNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(toNodes)];
}

const ROWS_BELIEVED = 1_000_000;

export async function believeMillions(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  await pool.query(`vacuum analyze ${tables.join(', ')}`);
  await pool.query(
    'update pg_class set reltuples = $1, relpages = greatest(relpages, 1) where relname = any($2)',
    [ROWS_BELIEVED, tables],
  );
}
