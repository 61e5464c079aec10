import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACES } from '../src/places/gazetteer.ts';
import { registerPlaces } from '../src/places/places.ts';

const app = Fastify();
registerPlaces(app);
afterAll(() => app.close());

async function ask(url: string) {
  return (await app.inject({ url })).json();
}
const predict = (input: string) =>
  ask(`/maps/api/place/autocomplete/json?${new URLSearchParams({ input })}`);

describe('The places service', () => {
  it('the places service has several hundred distinct addresses', () => {
    expect(PLACES.length).toBeGreaterThanOrEqual(200);
    expect(new Set(PLACES.map(({ id }) => id)).size).toBe(PLACES.length);
  });

  it('the places service finds at most five addresses that match the word prefixes', async () => {
    const { status, predictions } = await predict('lantern portl');
    expect(status).toBe('OK');
    expect(predictions[0].description).toMatch(/Lantern Street.*, Portland, ME, USA/);
    expect((await predict('street')).predictions).toHaveLength(5);
    expect(await predict('nowhere at all')).toEqual({ status: 'ZERO_RESULTS', predictions: [] });
    expect(await predict('  ')).toEqual({ status: 'ZERO_RESULTS', predictions: [] });
  });

  it('the places service returns the components of the selected address', async () => {
    const { results } = await ask('/maps/api/geocode/json?place_id=sandbox-il-1');
    const types = results[0].address_components.map(
      ({ types: [type] }: { types: string[] }) => type,
    );
    expect(types).toEqual([
      'subpremise',
      'street_number',
      'route',
      'locality',
      'administrative_area_level_1',
      'country',
      'postal_code',
    ]);
    expect(await ask('/maps/api/geocode/json?place_id=x')).toEqual({
      status: 'ZERO_RESULTS',
      results: [],
    });
  });
});
