// Time in the sandbox: it passes by itself and can be moved.
import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

describe('The clock of the sandbox', () => {
  it('runs what became due, in order, when it is moved', async () => {
    const clock = createClock();
    const ran: string[] = [];
    clock.after(2000, () => void ran.push('second'));
    clock.after(1000, () => void ran.push('first'));
    clock.after(9000, () => void ran.push('never'));
    await clock.advance(5000);
    expect(ran).toEqual(['first', 'second']);
    clock.stop();
  });

  it('also runs what due work plans for the same moment', async () => {
    const clock = createClock();
    const ran: string[] = [];
    clock.after(1000, () => clock.after(0, () => void ran.push('follow-up')));
    await clock.advance(1000);
    expect(ran).toEqual(['follow-up']);
    clock.stop();
  });

  it('runs by itself when the time comes', async () => {
    const clock = createClock();
    await new Promise<void>((resolve) => clock.after(20, resolve));
    clock.stop();
  });

  it('starts where it is told to', () => {
    const clock = createClock({ offsetMs: 86_400_000 });
    expect(clock.now() - createClock().now()).toBeGreaterThan(86_390_000);
  });

  it('runs nothing that is planned after it was stopped', async () => {
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
