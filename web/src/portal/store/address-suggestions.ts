/** Address suggestions from our own server (R31). Nothing is kept in the store. */
import type { Place, Prediction } from '@quittance/contract/customers/places';
import type { AppThunk } from './root.ts';

/** Suggests nothing when the service fails: an address can always be typed. */
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
