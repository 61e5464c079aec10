/**
 * The state of the address search: predictions for the typed text, and the address of the chosen one. Text without
 * a chosen address is neither submitted nor discarded; the input shows what is left to do.
 */
import {
  type Address,
  type AddressError,
  readAddress,
} from '@quittance/contract/customers/address';
import { type Place, type Prediction, toParts } from '@quittance/contract/customers/places';
import { type KeyboardEvent, useMemo, useState } from 'react';
import usePlacesAutocomplete from 'use-places-autocomplete';
import { addressTexts } from '#texts/account/address';
import type { ApiFailure } from '../../shared/api/client.ts';
import { ADDRESS_CACHE_SECONDS, ADDRESS_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppThunk } from '../store/root.ts';

/** The server enforces the same restrictions. */
const REQUEST = { componentRestrictions: { country: 'us' }, language: 'en-GB' } as const;

export type AddressValue = {
  value: Address | null;
  /** Null if the input was cleared or the chosen address is incomplete. */
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
  /** The text does not match a chosen address yet. */
  const [isTyped, setIsTyped] = useState(false);
  const places = usePredictions(value?.formatted_address ?? '');
  const predictions: Prediction[] = places.suggestions.data;
  const nothing = isTyped ? NOTHING_FOUND[places.suggestions.status] : undefined;

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
    if (!place) return setNote({ error: addressTexts.unavailable });
    const chosen = addressOfPlace(place);
    if ('error' in chosen) {
      setNote({ error: addressTexts.errors[chosen.error] });
      return onChange(null);
    }
    places.setValue(chosen.address.formatted_address, false);
    setNote(chosen.lacksUnit ? { hint: addressTexts.errors.ERROR_UNIT } : {});
    onChange(chosen.address);
  };
  const remind = (): void => {
    if (isTyped) setNote({ hint: nothing ?? addressTexts.choose });
  };
  /** Enter without a marked option shows what to do. It submits the form only if nothing is left to choose. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isTyped) return;
    event.preventDefault();
    remind();
  };
  const hint = nothing ?? note.hint;
  const { error } = note;
  const text = places.value;
  return { text, hint, error, nothing, predictions, type, choose, onKeyDown, remind };
}

const NOTHING_FOUND: Readonly<Record<string, string>> = {
  ZERO_RESULTS: addressTexts.noMatch,
  UNKNOWN_ERROR: addressTexts.unavailable,
};

/** Null if the lookup failed. */
type Predict = (input: string) => Promise<Prediction[] | null>;

type Found = (predictions: Prediction[], status: 'OK' | 'ZERO_RESULTS' | 'UNKNOWN_ERROR') => void;

/**
 * The maps interface that use-places-autocomplete expects, implemented by our own server, so that no third-party
 * script runs beside the payment fields.
 */
function placesService(predict: Predict) {
  function AutocompleteService() {
    return {
      getPlacePredictions({ input }: { input: string }, found: Found): void {
        void predict(input).then((predictions) => {
          if (!predictions) found([], 'UNKNOWN_ERROR');
          else found(predictions, predictions.length > 0 ? 'OK' : 'ZERO_RESULTS');
        });
      },
    };
  }
  return { places: { AutocompleteService } };
}

/** Placeholder unit while the other parts are validated. */
const NO_UNIT = '-';

type AddressResult = { address: Address; lacksUnit: boolean } | { error: AddressError };

/**
 * Converts a chosen place into an address, or into an error that names the missing part (product §5.7). The unit is
 * optional.
 */
export function addressOfPlace(place: Place): AddressResult {
  const parts = toParts(place);
  const read = readAddress(parts);
  if (!('error' in read)) return { address: read, lacksUnit: false };
  if (read.error !== 'ERROR_UNIT') return read;
  const house = readAddress({ ...parts, unit: NO_UNIT });
  return 'error' in house ? house : { address: { ...house, unit: '' }, lacksUnit: true };
}

function predictPlaces(input: string): AppThunk<Promise<Prediction[] | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('placePredictions', { query: { input } });
    return result.isOk ? result.answer.predictions : logFailure(result.failure);
  };
}

function findPlace(id: string): AppThunk<Promise<Place | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('place', { query: { id } });
    return result.isOk ? result.answer.place : logFailure(result.failure);
  };
}

/** Product §8.5. An address can always be typed. */
function logFailure(failure: ApiFailure): null {
  // biome-ignore lint/suspicious/noConsole: the product asks for the console
  console.error(addressTexts.unavailable, failure);
  return null;
}
