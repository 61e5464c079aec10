// A field for dollars and cents.

import { Input } from '../../shared/ui/form/input.tsx';

type AmountInputProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  isOptional?: boolean;
  disabled?: boolean;
  onFocus?: () => void;
};

const DOLLAR = '$';

export function AmountInput({ onValueChange, ...rest }: AmountInputProps) {
  return (
    <Input
      {...rest}
      lead={DOLLAR}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}
