// A places service with the two calls of Google's API that address inputs use, over invented
// addresses: predictions for a typed text, and the components of the selected one.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formattedOf, lineOf, PLACES, type Place, townOf } from './gazetteer.ts';

const PREDICTIONS_MAX = 5;

const Asked = z.object({ input: z.string().max(200) });
const Chosen = z.object({ place_id: z.string().max(200) });

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Every typed word is a prefix of a word of the address. */
function matches(place: Place, typed: readonly string[]): boolean {
  const words = wordsOf(`${formattedOf(place)} ${place.stateName}`);
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

function predictionOf(place: Place) {
  return {
    place_id: place.id,
    description: `${lineOf(place)}, ${townOf(place)}`,
    structured_formatting: { main_text: lineOf(place), secondary_text: townOf(place) },
    types: ['street_address', 'geocode'],
  };
}

function componentsOf(place: Place) {
  const component = (type: string, long: string, short = long) => ({
    long_name: long,
    short_name: short,
    types: [type],
  });
  return [
    ...(place.unit ? [component('subpremise', place.unit)] : []),
    component('street_number', place.number),
    component('route', place.street),
    component('locality', place.city),
    component('administrative_area_level_1', place.stateName, place.state),
    component('country', 'United States', 'US'),
    component('postal_code', place.postalCode),
  ];
}

export function registerPlaces(app: FastifyInstance): void {
  app.get('/maps/api/place/autocomplete/json', async (request) => {
    const typed = wordsOf(Asked.parse(request.query).input);
    const found = typed.length === 0 ? [] : PLACES.filter((place) => matches(place, typed));
    const predictions = found.slice(0, PREDICTIONS_MAX).map(predictionOf);
    return { status: predictions.length > 0 ? 'OK' : 'ZERO_RESULTS', predictions };
  });
  app.get('/maps/api/geocode/json', async (request) => {
    const { place_id: id } = Chosen.parse(request.query);
    const place = PLACES.find((each) => each.id === id);
    if (!place) return { status: 'ZERO_RESULTS', results: [] };
    const formatted_address = formattedOf(place);
    const result = { place_id: id, formatted_address, address_components: componentsOf(place) };
    return { status: 'OK', results: [result] };
  });
}
