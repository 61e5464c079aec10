import { describe, expect, it } from 'vitest';
import { canTransition, IllegalTransition, type Table, transition } from './transition.ts';

const VALVE: Table<'OPEN' | 'CLOSED', 'turned' | 'pulled'> = {
  OPEN: { turned: 'CLOSED' },
  CLOSED: { pulled: 'OPEN' },
};

describe('Transition (product §10.3)', () => {
  it('a transition follows the status table', () => {
    expect(transition(VALVE, 'OPEN', 'turned')).toBe('CLOSED');
    expect(canTransition(VALVE, 'OPEN', 'turned')).toBe(true);
  });

  it('a transition throws for an unlisted pair and names the pair in the error', () => {
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

  it('the statuses and events of the transition table are checked at compile time', () => {
    // @ts-expect-error the event does not exist
    expect(() => transition(VALVE, 'OPEN', 'kicked')).toThrow(IllegalTransition);
    // @ts-expect-error there is no such status
    expect(() => transition(VALVE, 'AJAR', 'turned')).toThrow();
  });
});
