import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

const tabs = [
  { value: 'card', label: 'Credit card', content: 'Card fields' },
  { value: 'ach', label: 'ACH Payment', content: 'Bank fields' },
] as const;

describe('Tabs (product §2)', () => {
  it('tabs show the panel of the selected tab', () => {
    render(<Tabs label="Method" tabs={tabs} value="ach" onValueChange={() => undefined} />);
    expect(screen.getByRole('tabpanel', { name: 'ACH Payment' }).textContent).toBe('Bank fields');
    expect(screen.queryByText('Card fields')).toBeNull();
  });

  it('tabs report the value of a pressed tab', () => {
    const onValueChange = vi.fn();
    render(<Tabs label="Method" tabs={tabs} value="card" onValueChange={onValueChange} />);
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'ACH Payment' }));
    expect(onValueChange).toHaveBeenCalledWith('ach');
  });

  it('tabs ignore a disabled tab (ACH restricted, product §4)', () => {
    const onValueChange = vi.fn();
    const restricted = [tabs[0], { ...tabs[1], isDisabled: true }];
    render(<Tabs label="Method" tabs={restricted} value="card" onValueChange={onValueChange} />);
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'ACH Payment' }));
    expect(onValueChange).not.toHaveBeenCalled();
  });

  it('tabs keep hidden panels mounted for hosted fields', () => {
    render(
      <Tabs label="Method" tabs={tabs} value="card" onValueChange={() => undefined} keepsMounted />,
    );
    expect(screen.getByText('Bank fields').hasAttribute('hidden')).toBe(true);
  });
});
