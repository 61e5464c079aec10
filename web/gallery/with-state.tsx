// Gives a controlled component of the gallery its state.

import { type ReactNode, useState } from 'react';

type WithStateProps<Value> = {
  initial: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
};

export function WithState<Value>({ initial, children }: WithStateProps<Value>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}
