// A places service with the two calls of Google's API that address inputs use, over invented addresses: predictions
// for typed text, and the components of the selected address.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formatPlace, PLACES, type Place, toLine, toTown } from './gazetteer.ts';

const PREDICTIONS_MAX = 5;

const Asked = z.object({ input: z.string().max(200) });
const Chosen = z.object({ place_id: z.string().max(200) });

function parseWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Every typed word must be the prefix of a word in the address. */
function matches(place: Place, typed: readonly string[]): boolean {
  const words = parseWords(`${formatPlace(place)} ${place.stateName}`);
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

function toPrediction(place: Place) {
  return {
    place_id: place.id,
    description: `${toLine(place)}, ${toTown(place)}`,
    structured_formatting: { main_text: toLine(place), secondary_text: toTown(place) },
    types: ['street_address', 'geocode'],
  };
}

function toComponents(place: Place) {
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
    const typed = parseWords(Asked.parse(request.query).input);
    const found = typed.length === 0 ? [] : PLACES.filter((place) => matches(place, typed));
    const predictions = found.slice(0, PREDICTIONS_MAX).map(toPrediction);
    return { status: predictions.length > 0 ? 'OK' : 'ZERO_RESULTS', predictions };
  });
  app.get('/maps/api/geocode/json', async (request) => {
    const { place_id: id } = Chosen.parse(request.query);
    const place = PLACES.find((each) => each.id === id);
    if (!place) return { status: 'ZERO_RESULTS', results: [] };
    const formatted_address = formatPlace(place);
    const result = { place_id: id, formatted_address, address_components: toComponents(place) };
    return { status: 'OK', results: [result] };
  });
}
