// Search for a US address (product §2.28, §5.8): a combobox of predictions. Clearing the input clears the
// address.
import type { Address } from '@quittance/contract/schemas/address';
import type { Prediction } from '@quittance/contract/schemas/places';
import { useId, useMemo, useState } from 'react';
import usePlacesAutocomplete from 'use-places-autocomplete';
import { addressTexts } from '#texts/account/address';
import { bindClasses } from '../../lib/bind-classes.ts';
import { ADDRESS_CACHE_SECONDS, ADDRESS_DEBOUNCE_MS } from '../../lib/timings.ts';
import { findPlace, predictPlaces } from '../../state/account/address-suggestions.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Input } from '../../ui/form/input.tsx';
import styles from './address-input.module.css';
import { addressOfPlace } from './address-of-place.ts';
import { AddressOptions, optionIdOf } from './address-options.tsx';
import { placesService } from './places-service.ts';
import { useListboxKeys } from './use-listbox-keys.ts';

const css = bindClasses(styles);

/** The server enforces the same restrictions. */
const REQUEST = { componentRestrictions: { country: 'us' }, language: 'en-GB' } as const;

type AddressInputProps = {
  value: Address | null;
  /** Null when the input was cleared or the chosen address is incomplete. */
  onChange: (address: Address | null) => void;
  label?: string;
  error?: string | undefined;
};

function usePredictions(initial: string) {
  const dispatch = useAppDispatch();
  const googleMaps = useMemo(
    () => placesService((input) => dispatch(predictPlaces(input))),
    [dispatch],
  );
  return usePlacesAutocomplete({
    requestOptions: REQUEST,
    debounce: ADDRESS_DEBOUNCE_MS,
    cache: ADDRESS_CACHE_SECONDS,
    googleMaps,
    defaultValue: initial,
  });
}

export function AddressInput({
  value,
  onChange,
  label = addressTexts.label,
  error,
}: AddressInputProps) {
  const listId = useId();
  const dispatch = useAppDispatch();
  const [note, setNote] = useState<{ hint?: string; error?: string }>({});
  const places = usePredictions(value?.formatted_address ?? '');
  const predictions: Prediction[] = places.suggestions.data;
  const isOpen = predictions.length > 0;

  const type = (text: string): void => {
    places.setValue(text);
    setNote({});
    if (text === '' && value) onChange(null);
  };
  const choose = async ({ description, place_id }: Prediction): Promise<void> => {
    places.setValue(description, false);
    places.clearSuggestions();
    const place = await dispatch(findPlace(place_id));
    const chosen = place && addressOfPlace(place);
    if (!chosen) return setNote({ error: addressTexts.errors.ERROR_FORMATTED_ADDRESS });
    if ('error' in chosen) {
      setNote({ error: addressTexts.errors[chosen.error] });
      return onChange(null);
    }
    places.setValue(chosen.address.formatted_address, false);
    setNote(chosen.lacksUnit ? { hint: addressTexts.errors.ERROR_UNIT } : {});
    onChange(chosen.address);
  };
  const keys = useListboxKeys({
    options: predictions,
    onChoose: (prediction) => void choose(prediction),
    onClose: places.clearSuggestions,
  });
  return (
    <div className={css('root')}>
      <Input
        label={label}
        hint={note.hint}
        error={note.error ?? error}
        value={places.value}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={keys.onKeyDown}
        onBlur={places.clearSuggestions}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={keys.active >= 0 ? optionIdOf(listId, keys.active) : undefined}
      />
      <AddressOptions
        id={listId}
        label={label}
        predictions={predictions}
        active={keys.active}
        onChoose={(prediction) => void choose(prediction)}
      />
    </div>
  );
}
