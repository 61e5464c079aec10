/**
 * Programmer's errors crash at once and say in a sentence what was believed. Errors of operation
 * (a decline, a closed invoice) do not belong here: they are codes of the contract's catalogue.
 */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/** The sentence states what must be true: 'an instalment costs at least one cent'. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantViolation(`Not true: ${sentence}`);
}

/** Ends an exhaustive switch: a new member that nobody handles fails to compile here. */
export function assertNever(value: never): never {
  throw new InvariantViolation(`Not handled: ${JSON.stringify(value)}`);
}
