// A phone number, with the keyboard for it and the error text below (product §2). What counts as a number
// is for the server to say: it knows every country's.

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
