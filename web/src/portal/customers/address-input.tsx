// Search for a US address (product §2.28, §5.8): a combobox of predictions. Clearing the input also clears the
// address.

import type { Prediction } from '@quittance/contract/customers/places';
import { useId } from 'react';
import { addressTexts } from '#texts/account/address';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Input } from '../../shared/ui/form/input.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import styles from './address-input.module.css';
import { type AddressValue, useAddressSearch } from './use-address-search.ts';

const css = bindClasses(styles);

const toOptionId = (listId: string, index: number): string => `${listId}-${index}`;

type AddressOptionsProps = {
  id: string;
  label: string;
  predictions: readonly Prediction[];
  active: number;
  onChoose: (prediction: Prediction) => void;
};

/** The listbox of predictions. The focus stays in the input. */
function AddressOptions({ id, label, predictions, active, onChoose }: AddressOptionsProps) {
  const isHidden = predictions.length === 0;
  return (
    <div id={id} role="listbox" aria-label={label} className={css('list')} hidden={isHidden}>
      {predictions.map((prediction, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input
        // biome-ignore lint/a11y/useFocusableInteractive: the input points at it instead
        <div
          key={prediction.place_id}
          id={toOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={css('option', index === active && 'active')}
          // Prevents the blur of the input, which would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(prediction)}
        >
          <span>{prediction.structured_formatting.main_text}</span>
          <span className={css('town')}>{prediction.structured_formatting.secondary_text}</span>
        </div>
      ))}
    </div>
  );
}

type AddressInputProps = AddressValue & { label?: string; error?: string | undefined };

export function AddressInput({
  value,
  onChange,
  label = addressTexts.label,
  error,
}: AddressInputProps) {
  const listId = useId();
  const search = useAddressSearch({ value, onChange });
  const { predictions, active } = search;
  return (
    <div className={css('root')}>
      <Input
        label={label}
        hint={search.hint}
        error={search.error ?? error}
        value={search.text}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
        onKeyDown={search.onKeyDown}
        onBlur={search.onBlur}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={predictions.length > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? toOptionId(listId, active) : undefined}
      />
      <div role="status">
        <VisuallyHidden>{search.isUnknown ? addressTexts.noMatch : ''}</VisuallyHidden>
      </div>
      <AddressOptions
        id={listId}
        label={label}
        predictions={predictions}
        active={active}
        onChoose={(prediction) => void search.choose(prediction)}
      />
    </div>
  );
}
