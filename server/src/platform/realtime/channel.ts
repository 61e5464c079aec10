/** Connects the processes: each message is received by every process, including the sender. */
import type { Tx } from '../database/database.ts';

export type Channel = {
  send(tx: Tx, messages: readonly string[]): Promise<void>;
  close(): void;
};

export type ChannelEnds = {
  onMessage(text: string): void;
  /** The connection ended or could not be opened. It is retried. */
  onLost(error: unknown): void;
};
