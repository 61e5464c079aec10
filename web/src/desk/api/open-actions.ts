/**
 * The keys of the console's actions whose outcome is not known. They outlive the dialog, the page and the session: the
 * same action, by its content, is repeated with the same key until an answer says what became of it.
 */
import { createKeyStore, type KeyParts } from '../../shared/lib/action-keys.ts';
import type { CallInput, CallName } from './call-types.ts';
import { isUnanswered, type Result } from './failure.ts';

/** What a member of staff asks for: the call and its whole input. */
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

/** In a few characters: what was typed, secrets included, is not stored. */
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

/** Answered before the call was looked at: they tell nothing of an earlier try with the same key. */
const NOT_LOOKED_AT: readonly number[] = [401, 403, 408, 429];

/** The answer says what became of the action. An answer of a proxy, or a cut one, does not. */
export function isOutcomeKnown(result: Result<unknown>): boolean {
  if (result.isOk) return true;
  const { failure } = result;
  if (failure.kind !== 'http' || isUnanswered(failure)) return false;
  return failure.status < 500 && !NOT_LOOKED_AT.includes(failure.status);
}
