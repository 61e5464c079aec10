import { describe, expect, it } from 'vitest';
import { assertNever, InvariantViolation, invariant } from './invariant.ts';

describe('Invariant', () => {
  it('an invariant does nothing while its statement is true', () => {
    expect(() => invariant(1 + 1 === 2, 'arithmetic holds')).not.toThrow();
  });

  it('an invariant throws with the statement that is false', () => {
    expect(() => invariant(null, 'the row was locked')).toThrow(InvariantViolation);
    expect(() => invariant(0, 'the row was locked')).toThrow(
      expect.objectContaining({
        name: 'InvariantViolation',
        message: 'Not true: the row was locked',
      }),
    );
  });

  it('an unhandled member of a switch is named in the error', () => {
    // The cast is needed because only data from outside the type system can have this value.
    const stranger = 'REFUNDED' as never;
    expect(() => assertNever(stranger)).toThrow('Not handled: "REFUNDED"');
  });
});
