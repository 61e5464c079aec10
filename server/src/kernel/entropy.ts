/** The server's only source of new ids and secrets; injected, like the clock. */
import { randomBytes, randomUUID } from 'node:crypto';

export type Entropy = {
  uuid(): string;
  bytes(count: number): Uint8Array;
};

export const systemEntropy: Entropy = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};
