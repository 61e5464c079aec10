import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database/database.ts';
import { firstRow } from '../database/rows.ts';

export type Piece = { offset: number; length: number };

type Source = { table: PgTable & { content: PgColumn }; is: SQL | undefined; piece: Piece };

/** Files are stored without compression by Postgres, because theirs leaves nothing to gain, so a piece is read alone. */
export async function readPiece(tx: Tx, { table, is, piece }: Source): Promise<Buffer | null> {
  const { offset, length } = piece;
  const bytes = sql<Buffer>`substring(${table.content} from ${offset + 1}::int for ${length}::int)`;
  const row = await firstRow(tx.select({ bytes }).from(table).where(is));
  return row?.bytes ?? null;
}
