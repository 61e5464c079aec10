/**
 * Suggests US addresses (R31): from Google Places if a key is configured, otherwise from the sandbox. The server
 * makes the calls, so that no third-party script runs next to the payment fields and the service does not see the
 * payer's browser.
 */
import {
  type Place,
  type Prediction,
  placeSchema,
  predictionSchema,
} from '@quittance/contract/customers/places';
import { z } from 'zod';
import type { HttpClient } from '../platform/outbound/http-client.ts';

export type AddressSuggestions = {
  predict(input: string): Promise<Prediction[]>;
  find(placeId: string): Promise<Place | null>;
};

export type AddressSuggestionSettings = { baseUrl: string; key: string | null };

/** British English, as product §5 requires; the addresses are American. */
const LANGUAGE = 'en-GB';

/** Google answers 200 for a key that it refuses, too. */
const outcomeSchema = z.looseObject({ status: z.string() });
const FOUND = ['OK', 'ZERO_RESULTS'];

const predictionsSchema = z.object({ predictions: z.array(predictionSchema).max(20) });
const resultsSchema = z.object({ results: z.array(placeSchema).max(20) });

export function createAddressSuggestions(
  http: HttpClient,
  { baseUrl, key }: AddressSuggestionSettings,
): AddressSuggestions {
  const get = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const parameters = new URLSearchParams({
      ...query,
      language: LANGUAGE,
      ...(key ? { key } : {}),
    });
    const url = `${baseUrl}/maps/api/${path}/json?${parameters}`;
    const { status, body } = await http.call({ method: 'GET', url, headers: {} });
    const answer = outcomeSchema.parse(status === 200 ? JSON.parse(body) : { status: `${status}` });
    if (!FOUND.includes(answer.status)) throw new Error(`The address service: ${answer.status}`);
    return answer;
  };
  return {
    async predict(input) {
      const query = { input, components: 'country:us', types: 'address' };
      return predictionsSchema.parse(await get('place/autocomplete', query)).predictions;
    },
    async find(placeId) {
      const { results } = resultsSchema.parse(await get('geocode', { place_id: placeId }));
      return results[0] ?? null;
    },
  };
}
