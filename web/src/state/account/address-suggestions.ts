/** Addresses for what somebody types (R31), from our own server. Nothing of it is kept in the store. */
import type { Place, Prediction } from '@quittance/contract/places';
import type { AppThunk } from '../store/root.ts';

/** A service that is away suggests nothing: an address can always be typed. */
export function predictPlaces(input: string): AppThunk<Promise<Prediction[]>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('placePredictions', { query: { input } });
    return result.isOk ? result.answer.predictions : [];
  };
}

export function findPlace(id: string): AppThunk<Promise<Place | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('place', { query: { id } });
    return result.isOk ? result.answer.place : null;
  };
}
