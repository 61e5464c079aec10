/**
 * Suggests US addresses (R31): Google's places when a key is configured, the sandbox's otherwise, both
 * asked from here. No script of theirs runs beside the payment fields, and nobody there sees a payer's
 * browser.
 */
import {
  type Place,
  type Prediction,
  placeSchema,
  predictionSchema,
} from '@quittance/contract/places';
import { z } from 'zod';
import type { HttpClient } from '../processors/http.ts';

export type Places = {
  predict(input: string): Promise<Prediction[]>;
  find(placeId: string): Promise<Place | null>;
};

export type PlacesSettings = { baseUrl: string; key: string | null };

/** British English, as product §5 has it; the addresses are American. */
const LANGUAGE = 'en-GB';

const predictionsSchema = z.object({ predictions: z.array(predictionSchema).max(20) });
const resultsSchema = z.object({ results: z.array(placeSchema).max(20) });

export function createPlaces(http: HttpClient, { baseUrl, key }: PlacesSettings): Places {
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const asked = new URLSearchParams({ ...query, language: LANGUAGE, ...(key ? { key } : {}) });
    const url = `${baseUrl}/maps/api/${path}/json?${asked}`;
    const { status, body } = await http.call({ method: 'GET', url, headers: {} });
    return status === 200 ? JSON.parse(body) : {};
  };
  return {
    async predict(input) {
      const query = { input, components: 'country:us', types: 'address' };
      const answer = predictionsSchema.safeParse(await ask('place/autocomplete', query));
      return answer.success ? answer.data.predictions : [];
    },
    async find(placeId) {
      const answer = resultsSchema.safeParse(await ask('geocode', { place_id: placeId }));
      return answer.success ? (answer.data.results[0] ?? null) : null;
    },
  };
}
