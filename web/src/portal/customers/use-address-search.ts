/**
 * The state of the address search: predictions for the typed text, and the address of the chosen one. Text that
 * names no chosen address is neither submitted nor forgotten: the input says what is left to do.
 */
import type { Address } from '@quittance/contract/customers/address';
import type { Prediction } from '@quittance/contract/customers/places';
import { type KeyboardEvent, useMemo, useState } from 'react';
import usePlacesAutocomplete from 'use-places-autocomplete';
import { addressTexts } from '#texts/account/address';
import { ADDRESS_CACHE_SECONDS, ADDRESS_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { findPlace, predictPlaces } from '../store/address-suggestions.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { addressOfPlace } from './address-of-place.ts';
import { placesService } from './places-service.ts';
import { useListboxKeys } from './use-listbox-keys.ts';

/** The server enforces the same restrictions. */
const REQUEST = { componentRestrictions: { country: 'us' }, language: 'en-GB' } as const;

export type AddressValue = {
  value: Address | null;
  /** Null when the input was cleared or the chosen address is incomplete. */
  onChange: (address: Address | null) => void;
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

export function useAddressSearch({ value, onChange }: AddressValue) {
  const dispatch = useAppDispatch();
  const [note, setNote] = useState<{ hint?: string; error?: string }>({});
  /** The text names no chosen address yet. */
  const [isTyped, setIsTyped] = useState(false);
  const places = usePredictions(value?.formatted_address ?? '');
  const predictions: Prediction[] = places.suggestions.data;
  const isUnknown = isTyped && places.suggestions.status === 'ZERO_RESULTS';

  const type = (text: string): void => {
    places.setValue(text);
    setIsTyped(text !== '');
    setNote({});
    if (text === '' && value) onChange(null);
  };
  const choose = async ({ description, place_id }: Prediction): Promise<void> => {
    places.setValue(description, false);
    places.clearSuggestions();
    setIsTyped(false);
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
  const remind = (): void => {
    if (isTyped) setNote({ hint: isUnknown ? addressTexts.noMatch : addressTexts.choose });
  };
  /** Enter chooses, or explains what to do; it submits the form only when nothing is left to choose. */
  const onKeyDown = (event: KeyboardEvent): void => {
    keys.onKeyDown(event);
    if (event.key !== 'Enter' || event.defaultPrevented || !isTyped) return;
    event.preventDefault();
    remind();
  };
  const onBlur = (): void => {
    places.clearSuggestions();
    remind();
  };
  const hint = isUnknown ? addressTexts.noMatch : note.hint;
  const { active } = keys;
  const { error } = note;
  const text = places.value;
  return { text, hint, error, isUnknown, predictions, active, type, choose, onKeyDown, onBlur };
}
