/**
 * The keys of the console's actions whose outcome is unknown. They outlive the dialog, the page and the session: an
 * action with the same content is repeated with the same key until a response reports its outcome.
 */
import { createKeyStore, type KeyParts } from '../../shared/lib/action-keys.ts';
import type { CallInput, CallName } from './call-types.ts';
import { isUnanswered, type Result } from './failure.ts';

export type DeskAction = { [Name in CallName]: { name: Name; input: CallInput<Name> } }[CallName];

export type OpenActions = {
  keyFor: (action: DeskAction) => string;
  forget: (action: DeskAction) => void;
};

function weightedSum(values: ArrayLike<number>, factor: number): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum = (Math.imul(sum, factor) + (values[index] ?? 0)) | 0;
  }
  return sum >>> 0;
}

/** A short digest, so that typed values, including secrets, are not stored. */
function digest(values: ArrayLike<number>): string {
  return `${values.length}-${weightedSum(values, 31).toString(36)}-${weightedSum(values, 65_599).toString(36)}`;
}

function toName({ name, input }: DeskAction): string {
  const text = JSON.stringify(input, (_, value: unknown) =>
    value instanceof Uint8Array ? digest(value) : value,
  );
  return `${name}.${digest(new TextEncoder().encode(text))}`;
}

export function createOpenActions(domain: string, parts: KeyParts): OpenActions {
  const keys = createKeyStore(`quittance.action.${domain}.`, parts);
  return {
    keyFor: (action) => keys.keyFor(toName(action), 'open'),
    forget: (action) => keys.forget(toName(action)),
  };
}

/**
 * Responses sent before the call was processed. They give no information about an earlier attempt with the same
 * key.
 */
const NOT_LOOKED_AT: readonly number[] = [401, 403, 408, 429];

/**
 * Returns whether the response reports the outcome of the action. A proxy's response or a truncated one does not.
 */
export function isOutcomeKnown(result: Result<unknown>): boolean {
  if (result.isOk) return true;
  const { failure } = result;
  if (failure.kind !== 'http' || isUnanswered(failure)) return false;
  return failure.status < 500 && !NOT_LOOKED_AT.includes(failure.status);
}
