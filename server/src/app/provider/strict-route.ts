/** Gives a route that has no query or no body a schema that refuses them: a parameter is never ignored. */
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import { z } from 'zod';

const NO_QUERY = z.strictObject({});
const NO_BODY = z.strictObject({}).nullish();

export function strictRoute(route: ProviderRoute): ProviderRoute {
  const body = route.method === 'GET' ? {} : { body: NO_BODY };
  return { query: NO_QUERY, ...body, ...route };
}
