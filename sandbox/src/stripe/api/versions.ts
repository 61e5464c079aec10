// The supported API versions. Only the release of the pinned SDK is simulated. Any other version is rejected, as
// Stripe rejects versions that it never released.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from './api-error.ts';

export const API_VERSION = '2026-10-28.endive';
const VERSIONS: readonly string[] = ['2026-09-30.endive', API_VERSION];

/** Without the header, the account's default version applies, which is the newest one here. */
export function readVersion({ headers }: FastifyRequest): string {
  const version = z.string().optional().parse(headers['stripe-version']) ?? API_VERSION;
  if (VERSIONS.includes(version)) return version;
  throw invalid(
    `Invalid Stripe API version: ${version}. The sandbox supports ${VERSIONS.join(' and ')}.`,
  );
}
