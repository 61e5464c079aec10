/**
 * A clock that runs like the machine's and can be moved ahead, for the playground (R79). Only the programs of this
 * workspace create one; production does not.
 */
import { dateIn } from '@quittance/contract/local-time';
import { addMs, type Clock, systemClock } from '@quittance/server/kernel/clock';

export type MovableClock = Clock & {
  movedMs(): number;
  setMovedMs(ms: number): void;
};

export function createMovableClock(startMs = 0): MovableClock {
  let movedMs = startMs;
  const now = () => addMs(systemClock.now(), movedMs);
  return {
    now,
    today: (timeZone) => dateIn(timeZone, now()),
    movedMs: () => movedMs,
    setMovedMs(ms) {
      movedMs = ms;
    },
  };
}
