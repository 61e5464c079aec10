import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { FieldFrame } from './field-frame.tsx';
import { Input } from './input.tsx';

afterEach(cleanup);

function describedText(element: HTMLElement): string[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '');
}

describe('Input', () => {
  it('an input is found by its label and described by its error, then its hint', () => {
    render(<Input label="Routing number" hint="9 digits" error="Routing number is not valid" />);
    const input = screen.getByLabelText('Routing number');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(describedText(input)).toEqual(['Routing number is not valid', '9 digits']);
  });

  it('an input without messages has no description and is valid', () => {
    render(<Input label="First name" />);
    const input = screen.getByLabelText('First name');
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(input.hasAttribute('aria-describedby')).toBe(false);
  });

  it('an input announces an error in an existing live region', () => {
    const { rerender, container } = render(<Input label="First name" />);
    const region = container.querySelector('[aria-live="polite"]');
    rerender(<Input label="First name" error="First name is required" />);
    expect(region?.textContent).toBe('First name is required');
  });
});

describe('Frame of a hosted field (product §5)', () => {
  it('a hosted field provides a named element to the processor', () => {
    render(<FieldFrame label="CVC" containerId="cc-cvc" error="CVC is not valid" />);
    const group = screen.getByRole('group', { name: 'CVC' });
    expect(group.querySelector('#cc-cvc')).toBeTruthy();
    expect(describedText(group)).toEqual(['CVC is not valid']);
  });

  it('a press on the label or edge of a hosted field is forwarded to the frame', () => {
    const onPress = vi.fn();
    render(<FieldFrame label="CVC" containerId="cc-cvc" onPress={onPress} />);
    fireEvent.click(screen.getByText('CVC'));
    fireEvent.click(screen.getByRole('group'));
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it('a hosted field is busy until the processor is ready, and keeps its element', () => {
    const { rerender } = render(<FieldFrame label="CVC" containerId="cc-cvc" isLoading />);
    const element = document.getElementById('cc-cvc');
    expect(screen.getByRole('group').getAttribute('aria-busy')).toBe('true');
    rerender(<FieldFrame label="CVC" containerId="cc-cvc" />);
    expect(document.getElementById('cc-cvc')).toBe(element);
    expect(screen.getByRole('group').hasAttribute('aria-busy')).toBe(false);
  });
});

describe('Checkbox', () => {
  it('a checkbox reports its new state after a press on the box or the label', () => {
    const onCheckedChange = vi.fn();
    render(
      <Checkbox isChecked={false} onCheckedChange={onCheckedChange}>
        Save payment method for future payments
      </Checkbox>,
    );
    fireEvent.click(screen.getByText('Save payment method for future payments'));
    expect(onCheckedChange).toHaveBeenCalledWith(true);
  });

  it('a checkbox is controlled by its prop', () => {
    render(
      <Checkbox isChecked={false} onCheckedChange={() => undefined}>
        I agree
      </Checkbox>,
    );
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' });
    fireEvent.click(box);
    expect(box.checked).toBe(false);
  });

  it('a checkbox is described by its error', () => {
    render(
      <Checkbox isChecked={false} onCheckedChange={() => undefined} error="Please agree first.">
        I agree
      </Checkbox>,
    );
    expect(describedText(screen.getByRole('checkbox'))).toEqual(['Please agree first.']);
  });
});

describe('Choice chips (product §2, plan view)', () => {
  it('choice chips form one named radio group that reports its value', () => {
    const onValueChange = vi.fn();
    render(
      <ChoiceChips
        legend="Select number of payments"
        chips={[2, 3, 4].map((value) => ({ value, label: String(value) }))}
        value={2}
        onValueChange={onValueChange}
      />,
    );
    expect(screen.getByRole('group', { name: 'Select number of payments' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '2' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: '4' }));
    expect(onValueChange).toHaveBeenCalledWith(4);
  });
});
