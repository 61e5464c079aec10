/**
 * Programming errors throw immediately, with a sentence that states the violated assumption. Operational errors (a
 * decline, a closed invoice) are codes of the contract's catalog instead.
 */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/** The sentence states what must be true, such as 'an installment costs at least one cent'. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantViolation(`Not true: ${sentence}`);
}

/** Ends an exhaustive switch: an unhandled member does not compile. */
export function assertNever(value: never): never {
  throw new InvariantViolation(`Not handled: ${JSON.stringify(value)}`);
}
