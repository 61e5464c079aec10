// Search for a US address (product §2.28, §5.8): a combobox of predictions. Clearing the input clears the
// address.
import { useId } from 'react';
import { addressTexts } from '#texts/account/address';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Input } from '../../shared/ui/form/input.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import styles from './address-input.module.css';
import { AddressOptions, optionIdOf } from './address-options.tsx';
import { type AddressValue, useAddressSearch } from './use-address-search.ts';

const css = bindClasses(styles);

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
        aria-activedescendant={active >= 0 ? optionIdOf(listId, active) : undefined}
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
