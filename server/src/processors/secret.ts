/** A value that cannot be printed by accident: text, JSON and inspection all show dots. */
import { inspect } from 'node:util';

const MASK = '•••';

export class Secret<Value extends string = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** The one way to the value; call it only where it goes over the wire. */
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
