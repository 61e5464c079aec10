/** A secret that is masked in strings, JSON and `inspect` output. */
import { inspect } from 'node:util';

const MASK = '•••';

export class Secret<Value extends string = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** The only access to the value. Call it only where the value is sent. */
  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
