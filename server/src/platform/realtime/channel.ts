/** Connects the server processes: every process receives each message, including the sender. */
import type { Tx } from '../database/database.ts';

export type Channel = {
  send(tx: Tx, messages: readonly string[]): Promise<void>;
  close(): void;
};

export type ChannelEnds = {
  onMessage(text: string): void;
  /** The connection was lost or could not be opened, and will be retried. */
  onLost(error: unknown): void;
};
