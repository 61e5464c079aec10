import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../test/signed-in-world.ts';
import { PaidWith } from './paid-with.tsx';

afterEach(cleanup);

const CARD = transaction().paymentMethod;

describe('The method of a payment', () => {
  it.each([
    [{ method: 'CHECK', reference: '1042' }, 'Check 1042'],
    [{ method: 'CREDIT_NOTE', reference: 'CN-0001' }, 'Credit note CN-0001'],
    [{ method: 'CREDIT', reference: null }, 'Account credit'],
    [{ method: 'CHECK' }, 'Check'],
  ] as const)('a payment with %j is shown as "%s" (R89, R90)', (shown, name) => {
    const { container } = render(<PaidWith {...shown} />);
    expect(container.textContent).toBe(name);
  });

  it('a card has its last digits', () => {
    const { container } = render(<PaidWith method="CARD" line={CARD} reference={null} />);
    expect(container.textContent).toContain('4242');
  });
});
