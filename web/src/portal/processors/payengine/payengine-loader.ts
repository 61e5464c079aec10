/**
 * Loads PayEngine's script with its own package (product §5.17) and reports errors with the texts of product §8.11,
 * because the package does not report why an access token failed. It does not set a timeout.
 */
import { LOADER_ERRORS } from '@quittance/contract/loader-errors';
import { loadPayengine } from 'payengine';
import type { PayengineApi } from './payengine-api.ts';

export type LoaderConfig = Omit<Parameters<typeof loadPayengine>[0], 'version' | 'loglevel'>;

type FetchToken = NonNullable<LoaderConfig['fetchAccessToken']>;
type AccessToken = Awaited<ReturnType<FetchToken>>;

/** The script is loaded once. Later calls may omit the configuration. */
export async function loadPayengineScript(config?: LoaderConfig): Promise<PayengineApi> {
  if ('PayEngine' in window) return loadPayengine(config ?? {});
  if (!config) throw new Error(LOADER_ERRORS.noConfiguration);
  const { fetchAccessToken, ...rest } = config;
  if (!config.publicKey && !fetchAccessToken) throw new Error(LOADER_ERRORS.noKey);
  const first = fetchAccessToken && (await firstToken(fetchAccessToken));
  if (!config.publicKey && !config.scriptURL) throw new Error(LOADER_ERRORS.noScript);
  if (!fetchAccessToken || !first) return loadPayengine(rest);
  return loadPayengine({ ...rest, fetchAccessToken: startingWith(first, fetchAccessToken) });
}

async function firstToken(fetchAccessToken: FetchToken): Promise<AccessToken> {
  const fetched = await fetchAccessToken().catch((cause: unknown) => {
    throw new Error(LOADER_ERRORS.fetchFailed, { cause });
  });
  if (!fetched?.access_token) throw new Error(LOADER_ERRORS.noAccessToken);
  return fetched;
}

/** The package fetches tokens itself: it receives the verified one first and new ones later. */
function startingWith(first: AccessToken, fetchAccessToken: FetchToken): FetchToken {
  let unused: AccessToken | null = first;
  return async () => {
    const token = unused;
    unused = null;
    return token ?? fetchAccessToken();
  };
}
