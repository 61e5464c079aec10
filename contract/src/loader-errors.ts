/**
 * Errors while loading a processor's script (product §8). They occur only in the browser, so they have no codes.
 */
export const LOADER_ERRORS = {
  noConfiguration: 'Must specify configuration parameter for Payengine library on first run',
  noKey: 'Either publicKey or fetchAccessToken is required',
  noAccessToken: 'fetchAccessToken is defined but does not return access_token',
  fetchFailed: 'fetchAccessToken failed',
  noScript: 'Either scriptURL or publicKey is required',
} as const;
