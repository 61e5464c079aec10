import { describe, expect, it } from 'vitest';
import { assertNever, InvariantViolation, invariant } from './invariant.ts';

describe('Invariant', () => {
  it('is silent while the sentence is true', () => {
    expect(() => invariant(1 + 1 === 2, 'arithmetic holds')).not.toThrow();
  });

  it('crashes with the sentence that turned out not to be true', () => {
    expect(() => invariant(null, 'the row was locked')).toThrow(InvariantViolation);
    expect(() => invariant(0, 'the row was locked')).toThrow(
      expect.objectContaining({
        name: 'InvariantViolation',
        message: 'Not true: the row was locked',
      }),
    );
  });

  it('names the member that a switch forgot', () => {
    // The cast is needed because only data from outside the type system can have this value.
    const stranger = 'REFUNDED' as never;
    expect(() => assertNever(stranger)).toThrow('Not handled: "REFUNDED"');
  });
});
