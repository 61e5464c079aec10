import { describe, expect, it } from 'vitest';
import { assertNever, InvariantViolation, invariant } from './invariant.ts';

describe('Invariant', () => {
  it('an invariant that holds does nothing', () => {
    expect(() => invariant(1 + 1 === 2, 'arithmetic holds')).not.toThrow();
  });

  it('an invariant that fails throws its statement', () => {
    expect(() => invariant(null, 'the row was locked')).toThrow(InvariantViolation);
    expect(() => invariant(0, 'the row was locked')).toThrow(
      expect.objectContaining({
        name: 'InvariantViolation',
        message: 'Not true: the row was locked',
      }),
    );
  });

  it('an unhandled switch case is named in the error', () => {
    // The cast is needed because only data from outside the type system can have this value.
    const stranger = 'REFUNDED' as never;
    expect(() => assertNever(stranger)).toThrow('Not handled: "REFUNDED"');
  });
});
