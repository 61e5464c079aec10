import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

describe('Clock', () => {
  it('the clock runs due tasks in order when it advances', async () => {
    const clock = createClock();
    const ran: string[] = [];
    clock.after(2000, () => void ran.push('second'));
    clock.after(1000, () => void ran.push('first'));
    clock.after(9000, () => void ran.push('never'));
    await clock.advance(5000);
    expect(ran).toEqual(['first', 'second']);
    clock.stop();
  });

  it('the clock runs tasks that a due task schedules for the same instant', async () => {
    const clock = createClock();
    const ran: string[] = [];
    clock.after(1000, () => clock.after(0, () => void ran.push('follow-up')));
    await clock.advance(1000);
    expect(ran).toEqual(['follow-up']);
    clock.stop();
  });

  it('the clock runs a due task in real time without a manual advance', async () => {
    const clock = createClock();
    await new Promise<void>((resolve) => clock.after(20, resolve));
    clock.stop();
  });

  it('the clock starts at the given offset', () => {
    const clock = createClock({ offsetMs: 86_400_000 });
    expect(clock.now() - createClock().now()).toBeGreaterThan(86_390_000);
  });

  it('the clock runs no task that is scheduled after it was stopped', async () => {
    const clock = createClock();
    clock.stop();
    let ran = false;
    clock.after(0, () => {
      ran = true;
    });
    await clock.advance(1000);
    expect(ran).toBe(false);
  });
});
