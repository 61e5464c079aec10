/** Identity comes in from outside, like time: the server's only source of new ids and secrets. */
import { randomBytes, randomUUID } from 'node:crypto';

export type Entropy = {
  uuid(): string;
  bytes(count: number): Uint8Array;
};

export const systemEntropy: Entropy = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};
