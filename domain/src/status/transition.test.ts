import { describe, expect, it } from 'vitest';
import { canTransition, IllegalTransition, type Table, transition } from './transition.ts';

const VALVE: Table<'OPEN' | 'CLOSED', 'turned' | 'pulled'> = {
  OPEN: { turned: 'CLOSED' },
  CLOSED: { pulled: 'OPEN' },
};

describe('Transition (product §10.3)', () => {
  it('follows the table', () => {
    expect(transition(VALVE, 'OPEN', 'turned')).toBe('CLOSED');
    expect(canTransition(VALVE, 'OPEN', 'turned')).toBe(true);
  });

  it('throws for a pair that is not listed, and names the pair', () => {
    expect(canTransition(VALVE, 'OPEN', 'pulled')).toBe(false);
    expect(() => transition(VALVE, 'OPEN', 'pulled')).toThrow(IllegalTransition);
    expect(() => transition(VALVE, 'OPEN', 'pulled')).toThrow(
      expect.objectContaining({
        name: 'IllegalTransition',
        message: 'OPEN does not allow pulled',
        from: 'OPEN',
        event: 'pulled',
      }),
    );
  });

  it('knows the table’s own statuses and events when compiling', () => {
    // @ts-expect-error the event does not exist
    expect(() => transition(VALVE, 'OPEN', 'kicked')).toThrow(IllegalTransition);
    // @ts-expect-error there is no such status
    expect(() => transition(VALVE, 'AJAR', 'turned')).toThrow();
  });
});
