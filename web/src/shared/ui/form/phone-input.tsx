// A phone number input (product §2). The server validates numbers, because it has the rules of every country.

import type { ComponentProps } from 'react';
import { Icon } from '../actions/icon.tsx';
import { Input } from './input.tsx';

type PhoneInputProps = Omit<
  ComponentProps<typeof Input>,
  'type' | 'inputMode' | 'autoComplete' | 'lead'
>;

export function PhoneInput(props: PhoneInputProps) {
  return (
    <Input
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      lead={<Icon name="phone" size="small" />}
    />
  );
}
