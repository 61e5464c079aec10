import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OptionButton, OptionCard } from '../form/option-card.tsx';
import { OptionGroup } from '../form/option-group.tsx';
import { Carousel } from './carousel.tsx';

afterEach(cleanup);

const OPTIONS = ['Pay now', 'Create a payment plan', "Can't pay today?"];

function renderButtons() {
  render(
    <Carousel label="Payment options">
      {OPTIONS.map((title) => (
        <OptionButton key={title} title={title} onClick={() => undefined} />
      ))}
    </Carousel>,
  );
  return screen.getAllByRole('button');
}

function press(key: string): void {
  const element = document.activeElement;
  if (element) fireEvent.keyDown(element, { key });
}

const focusedText = (): string | null => document.activeElement?.textContent ?? null;

describe('Carousel (product §2, PAY popup on small screens)', () => {
  it('the arrow keys move between carousel controls and stop at the ends', () => {
    const [first] = renderButtons();
    first?.focus();
    press('ArrowLeft');
    expect(focusedText()).toBe('Pay now');
    press('ArrowRight');
    expect(focusedText()).toBe('Create a payment plan');
    press('ArrowRight');
    press('ArrowRight');
    expect(focusedText()).toBe("Can't pay today?");
  });

  it('the Home and End keys jump to the ends of the carousel', () => {
    const [first] = renderButtons();
    first?.focus();
    press('End');
    expect(focusedText()).toBe("Can't pay today?");
    press('Home');
    expect(focusedText()).toBe('Pay now');
  });

  it('a carousel ignores other keys and the keys of radios', () => {
    render(
      <Carousel label="Payment options" activeIndex={1}>
        {OPTIONS.map((title) => (
          <OptionCard
            key={title}
            name="option"
            value={title}
            title={title}
            isSelected={title === OPTIONS[1]}
            onSelect={() => undefined}
          />
        ))}
      </Carousel>,
    );
    const radio = screen.getByRole('radio', { name: 'Create a payment plan' });
    expect(fireEvent.keyDown(radio, { key: 'ArrowRight' })).toBe(true);
  });

  it('a carousel is a named region with one item per option', () => {
    renderButtons();
    expect(screen.getByRole('region', { name: 'Payment options' })).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });
});

describe('Option cards', () => {
  it('option cards form one choice, and a press on a card selects the card', () => {
    const onSelect = vi.fn();
    render(
      <OptionGroup legend="Payment options">
        <OptionCard name="o" value="a" title="Pay now" isSelected onSelect={() => undefined} />
        <OptionCard name="o" value="b" title="Plan" isSelected={false} onSelect={onSelect} />
      </OptionGroup>,
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pay now' }).checked).toBe(true);
    fireEvent.click(screen.getByText('Plan'));
    expect(onSelect).toHaveBeenCalledOnce();
  });
});
