/** What connects the processes: every one of them receives what one sends, also the sender. */
import type { Tx } from '../database/database.ts';

export type Channel = {
  send(tx: Tx, messages: readonly string[]): Promise<void>;
  close(): void;
};

export type ChannelEnds = {
  onMessage(text: string): void;
  /** The connection ended, or could not be opened. It is tried again. */
  onLost(error: unknown): void;
};
