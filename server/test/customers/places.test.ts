/** Address suggestions for typed text (R31), from the sandbox's places service over real HTTP. */
import { ADDRESS_ERRORS, readAddress } from '@quittance/contract/customers/address';
import { toParts } from '@quittance/contract/customers/places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AddressSuggestions,
  createAddressSuggestions,
} from '../../src/customers/suggest-addresses.ts';
import { createHttpClient, type HttpCall } from '../../src/platform/outbound/http-client.ts';
import { startSandbox } from '../world/sandbox-process.ts';

const http = createHttpClient();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let places: AddressSuggestions;

beforeAll(async () => {
  sandbox = await startSandbox();
  places = createAddressSuggestions(http, { baseUrl: `${sandbox.url}/places`, key: null });
});
afterAll(async () => {
  await sandbox.stop();
  await http.close();
});

describe('The places service (R31)', () => {
  it('the places service suggests full apartment addresses and houses that lack only a unit', async () => {
    const [flat] = await places.predict('quittance springfield');
    const [house] = await places.predict('lantern springfield');
    const read = async (id = '') => {
      const place = await places.find(id);
      return place && readAddress(toParts(place));
    };
    expect(await read(flat?.place_id)).toMatchObject({ city: 'Springfield', state: 'IL' });
    expect(await read(house?.place_id)).toEqual({ error: 'ERROR_UNIT' });
    expect(ADDRESS_ERRORS).toHaveLength(9);
  });

  it('the places service suggests nothing for an unknown address', async () => {
    expect(await places.predict('zzz')).toEqual([]);
    expect(await places.find('zzz')).toBeNull();
  });

  it('the places service requests US addresses in British English from Google, with the key', async () => {
    const asked: HttpCall[] = [];
    const google = createAddressSuggestions(
      {
        async call(call) {
          asked.push(call);
          return { status: 200, body: '{"status":"REQUEST_DENIED"}' };
        },
        close: async () => undefined,
      },
      { baseUrl: 'https://maps.googleapis.com', key: 'k' },
    );
    // A refusal is not an address without a match.
    await expect(google.predict('12 main & co')).rejects.toThrow('REQUEST_DENIED');
    const { origin, pathname, searchParams } = new URL(asked[0]?.url ?? '');
    expect(origin + pathname).toBe('https://maps.googleapis.com/maps/api/place/autocomplete/json');
    expect(Object.fromEntries(searchParams)).toEqual({
      input: '12 main & co',
      components: 'country:us',
      types: 'address',
      language: 'en-GB',
      key: 'k',
    });
  });
});
