import { providerCompanySchema } from '@quittance/contract/companies/provider-schemas';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { makeSample } from '../../../test/sample-answer.ts';
import { ClientContext } from '../api/client-context.ts';
import { createDeskClient } from '../api/desk-client.ts';
import { SecondFactorContext } from '../api/second-factor-context.ts';
import { type Company, changedFields, useCompanyForm } from './use-company-form.ts';

const BEFORE = {
  name: 'Harbor',
  address: ['1 Pier Road'],
  rules: { availablePaymentOptions: ['FULL'], restrictedPaymentMethods: [] },
  feeSettings: { card: 290, ach: 80 },
};

describe('The changed fields of settings', () => {
  it.each([
    ['nothing', BEFORE, {}],
    ['a text', { ...BEFORE, name: 'Harbor Dental' }, { name: 'Harbor Dental' }],
    [
      'a list, as a whole',
      { address: ['1 Pier Road', 'Portland'] },
      { address: ['1 Pier Road', 'Portland'] },
    ],
    ['one field of a group', { feeSettings: { card: 290, ach: 0 } }, { feeSettings: { ach: 0 } }],
    [
      'a list in a group',
      { rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] } },
      { rules: { availablePaymentOptions: [] } },
    ],
    ['a field that was not stored', { isCreditApplied: true }, { isCreditApplied: true }],
  ])('%s', (_name, body, changes) => {
    expect(changedFields(body, BEFORE)).toEqual(changes);
  });
});

// The sample satisfies the schema, because it is made from it.
const COMPANY = makeSample(providerCompanySchema) as Company;

const toDraft = ({ name, dba }: Company) => ({ name, dba: dba ?? '' });

function Names({ company }: { company: Company }) {
  const { draft, set, save, isChanged } = useCompanyForm({ company, toDraft, onSaved: () => {} });
  return (
    <form>
      {(['name', 'dba'] as const).map((field) => (
        <input
          key={field}
          aria-label={field}
          value={draft[field]}
          onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
        />
      ))}
      <button type="button" disabled={!isChanged} onClick={() => save(draft)}>
        Save
      </button>
    </form>
  );
}

function openNames() {
  const sent: unknown[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const change = JSON.parse(String(init?.body));
    sent.push(change);
    return Response.json({ ...COMPANY, ...change });
  };
  const client = createDeskClient({
    domain: 'harbor',
    fetch,
    storage: () => sessionStorage,
    randomness: crypto,
  });
  const page = (company: Company) => (
    <ClientContext value={client}>
      <SecondFactorContext value={async () => true}>
        <Names company={company} />
      </SecondFactorContext>
    </ClientContext>
  );
  const { rerender } = render(page(COMPANY));
  return {
    sent,
    read: (newer: Partial<Company>) => rerender(page({ ...COMPANY, ...newer })),
    type: (field: string, value: string) =>
      fireEvent.change(screen.getByLabelText(field), { target: { value } }),
    save: () => act(async () => void fireEvent.click(screen.getByRole('button'))),
    shown: () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value),
  };
}

describe('A form of settings that a colleague changes, too', () => {
  afterEach(cleanup);

  it('shows the newer settings while nothing is typed', () => {
    const { read, shown } = openNames();
    read({ name: 'Harbor Dental', dba: 'Harbor' });
    expect(shown()).toEqual(['Harbor Dental', 'Harbor']);
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  });

  it('keeps what was typed, and sends nothing else', async () => {
    const { sent, read, type, save, shown } = openNames();
    type('dba', 'Smiles');
    read({ name: 'Harbor Dental', dba: 'Harbor' });
    expect(shown()).toEqual([COMPANY.name, 'Smiles']);
    await save();
    expect(sent).toEqual([{ dba: 'Smiles' }]);
  });
});
