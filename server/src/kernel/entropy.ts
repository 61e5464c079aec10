/** The server's only source of new ids and secrets. Injected, like the clock. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

export type Entropy = {
  uuid(): string;
  bytes(count: number): Uint8Array;
};

export const systemEntropy: Entropy = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};

const COUNT_MAX = 0xfff;

/** Uses version 7 UUIDs, which begin with the time, so that rows added together are adjacent in every index. */
export function timeOrdered({
  clock,
  entropy: { uuid, bytes },
}: {
  clock: Clock;
  entropy: Entropy;
}): Entropy {
  const begin = (ms: number) => ({ ms, count: 0, time: ms.toString(16).padStart(12, '0') });
  let last = begin(Date.parse(clock.now()));
  return {
    bytes,
    uuid() {
      if (last.count > COUNT_MAX) last = begin(last.ms + 1);
      const { time } = last;
      const order = (last.count + 0x7000).toString(16);
      last.count += 1;
      return `${time.slice(0, 8)}-${time.slice(8)}-${order}${uuid().slice(18)}`;
    },
  };
}
