import { describe, expect, it } from 'vitest';
import { PRE_SUBMIT_ERRORS } from './errors.ts';
import { LOADER_ERRORS } from './loader-errors.ts';

describe('Errors found in the browser', () => {
  it('pre-submit errors have these texts (product §5)', () => {
    expect(PRE_SUBMIT_ERRORS).toEqual({
      noDate: 'No submittedDate provided for scheduled payment',
      noInstallments: 'No installments provided for payment plan',
      noRequestId: 'No requestId provided',
    });
  });

  it('loader errors have these texts (product §8.11)', () => {
    expect(Object.values(LOADER_ERRORS)).toEqual([
      'Must specify configuration parameter for Payengine library on first run',
      'Either publicKey or fetchAccessToken is required',
      'fetchAccessToken is defined but does not return access_token',
      'fetchAccessToken failed',
      'Either scriptURL or publicKey is required',
    ]);
  });
});
