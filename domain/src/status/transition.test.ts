import { describe, expect, it } from 'vitest';
import { canTransition, IllegalTransition, type Table, transition } from './transition.ts';

const DOOR: Table<'OPEN' | 'CLOSED', 'pushed' | 'pulled'> = {
  OPEN: { pushed: 'CLOSED' },
  CLOSED: { pulled: 'OPEN' },
};

describe('Transition (product §10.3)', () => {
  it('follows the table', () => {
    expect(transition(DOOR, 'OPEN', 'pushed')).toBe('CLOSED');
    expect(canTransition(DOOR, 'OPEN', 'pushed')).toBe(true);
  });

  it('throws for a pair that is not listed, and names the pair', () => {
    expect(canTransition(DOOR, 'OPEN', 'pulled')).toBe(false);
    expect(() => transition(DOOR, 'OPEN', 'pulled')).toThrow(IllegalTransition);
    expect(() => transition(DOOR, 'OPEN', 'pulled')).toThrow('OPEN does not allow pulled');
  });

  it('knows the table’s own statuses and events when compiling', () => {
    // @ts-expect-error the event does not exist
    expect(() => transition(DOOR, 'OPEN', 'kicked')).toThrow(IllegalTransition);
    // @ts-expect-error there is no such status
    expect(() => transition(DOOR, 'AJAR', 'pushed')).toThrow();
  });
});
