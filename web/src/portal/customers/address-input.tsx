// Search for a US address (product §2.28, §5.8): a combobox of predictions. Clearing the input also clears the
// address.

import { addressTexts } from '#texts/account/address';
import { Combobox } from '../../shared/ui/form/combobox.tsx';
import { type AddressValue, useAddressSearch } from './use-address-search.ts';

type AddressInputProps = AddressValue & { label?: string; error?: string | undefined };

export function AddressInput({
  value,
  onChange,
  label = addressTexts.label,
  error,
}: AddressInputProps) {
  const search = useAddressSearch({ value, onChange });
  return (
    <Combobox
      label={label}
      hint={search.hint}
      error={search.error ?? error}
      value={search.text}
      onType={search.type}
      options={search.predictions}
      toFace={({ place_id, structured_formatting: { main_text, secondary_text } }) => ({
        id: place_id,
        title: main_text,
        text: secondary_text,
      })}
      onChoose={(prediction) => void search.choose(prediction)}
      onOtherKey={search.onKeyDown}
      onBlur={search.remind}
      none={search.nothing}
    />
  );
}
