/**
 * Programming errors throw immediately, with a sentence that states the violated assumption. Operational errors,
 * such as a decline or a closed invoice, use codes of the contract's error catalog instead.
 */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantViolation(`Not true: ${sentence}`);
}

/** Makes a switch exhaustive: an unhandled member does not compile. */
export function assertNever(value: never): never {
  throw new InvariantViolation(`Not handled: ${JSON.stringify(value)}`);
}
