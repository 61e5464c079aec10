// The fees agreed with the processor, which payouts are compared with. All fields or none.

import { formatPercentage } from '@quittance/contract/format';
import { cents, dollarsToCents } from '@quittance/contract/money';
import type { ProcessorFees } from '@quittance/contract/payouts/provider-schemas';
import { useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toDecimal } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { payoutsTexts } from '../texts/payouts.ts';

const { agreed: texts } = payoutsTexts;

const NAMES = ['card', 'cardFixed', 'ach', 'achFixed', 'achMax', 'dispute'] as const;
type Name = (typeof NAMES)[number];
const OPTIONAL: readonly Name[] = ['achMax', 'dispute'];

type Draft = Record<Name, string>;

function toDraft(fees: ProcessorFees | null): Draft {
  const amount = (name: Name) => {
    const value = fees?.[name] ?? null;
    if (value === null) return '';
    return name === 'card' || name === 'ach' ? formatPercentage(value) : toDecimal(cents(value));
  };
  return Object.fromEntries(NAMES.map((name) => [name, amount(name)])) as Draft; // because of its keys
}

/** A percentage with two decimals is parsed like an amount: 2.9 is 290. */
function toFees(draft: Draft): { fees: ProcessorFees | null; wrong: readonly Name[] } {
  if (NAMES.every((name) => draft[name].trim() === '')) return { fees: null, wrong: [] };
  const values = NAMES.map((name) => [name, dollarsToCents(draft[name])] as const);
  const wrong = values
    .filter(([name, value]) => value === null && !(OPTIONAL.includes(name) && draft[name] === ''))
    .map(([name]) => name);
  return { fees: Object.fromEntries(values) as unknown as ProcessorFees, wrong }; // because nothing is wrong when it is used
}

type AgreedFeesProps = {
  fees: ProcessorFees | null;
  onSaved: (status: AnswerOf<'getPayoutStatus'>) => void;
  onClose: () => void;
};

export function AgreedFees({ fees: stored, onSaved, onClose }: AgreedFeesProps) {
  const [draft, setDraft] = useState(() => toDraft(stored));
  const { fees, wrong } = toFees(draft);
  const form = useActionForm('changeProcessorFees', {
    input: wrong.length > 0 ? null : { body: { fees } },
    done: texts.done,
    onDone: (status) => {
      onSaved(status);
      onClose();
    },
  });
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text}
      submitLabel={texts.confirm}
      size="medium"
      {...form.dialog}
      onClose={onClose}
    >
      <FieldGrid>
        {NAMES.map((name) => (
          <Input
            key={name}
            label={texts[name]}
            inputMode="decimal"
            isOptional={OPTIONAL.includes(name)}
            error={form.errorFor(name, wrong.includes(name) && texts.wrong)}
            value={draft[name]}
            onChange={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
          />
        ))}
      </FieldGrid>
    </ActionDialog>
  );
}
