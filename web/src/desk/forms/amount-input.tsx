// A field for dollars and cents.

import { useEffect, useRef } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';

type AmountInputProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  isOptional?: boolean;
  disabled?: boolean;
};

const DOLLAR = '$';

export function AmountInput({ onValueChange, ...rest }: AmountInputProps) {
  const { value } = rest;
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef(value);
  // An amount that arrives while the field has the focus is selected, so that typing replaces it.
  useEffect(() => {
    if (value !== typed.current && document.activeElement === input.current)
      input.current?.select();
    typed.current = value;
  }, [value]);
  return (
    <Input
      {...rest}
      ref={input}
      lead={DOLLAR}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        typed.current = currentTarget.value;
        onValueChange(currentTarget.value);
      }}
    />
  );
}
