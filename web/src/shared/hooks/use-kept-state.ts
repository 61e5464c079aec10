// The state of a form that survives a change of the language, which loads another document. The values are in the
// tab's storage only between the two documents.

import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { LANGUAGE_CHANGE } from '../lib/language.ts';
import { useLatest } from './use-latest.ts';

const ITEM = 'quittance.kept-forms';

type Values = Record<string, unknown>;
type KeptForms = { path: string; values: Values };

const shown = new Map<string, () => unknown>();

function keepForms(): void {
  const values = Object.fromEntries([...shown].map(([name, read]) => [name, read()]));
  const forms: KeptForms = { path: window.location.pathname, values };
  try {
    window.sessionStorage.setItem(ITEM, JSON.stringify(forms));
  } catch {
    // Full or forbidden storage must not prevent the change.
  }
}

// An event instead of a call: pages without forms do not load this module.
window.addEventListener(LANGUAGE_CHANGE, keepForms);

let restored: Values | null = null;

function restoredValues(): Values {
  if (restored) return restored;
  restored = {};
  try {
    const text = window.sessionStorage.getItem(ITEM);
    window.sessionStorage.removeItem(ITEM);
    // The cast is safe because this module wrote the item.
    const forms = text === null ? null : (JSON.parse(text) as KeptForms);
    if (forms?.path === window.location.pathname) restored = forms.values;
  } catch {
    // As above.
  }
  return restored;
}

/** `name` identifies the value on its page. The value has to survive JSON. */
export function useKeptState<Value>(
  name: string,
  initial: () => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState<Value>(() => {
    const values = restoredValues();
    // The cast is safe because a name stands for one type.
    return name in values ? (values[name] as Value) : initial();
  });
  const latest = useLatest(value);
  useEffect(() => {
    delete restoredValues()[name];
    shown.set(name, () => latest.current);
    return () => void shown.delete(name);
  }, [name, latest]);
  return [value, setValue];
}
