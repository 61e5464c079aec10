// Which API versions this company speaks. Only the release the pinned SDK asks for is played, so
// any other name is refused, as the real company refuses names it never released.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from './api-error.ts';

export const API_VERSION = '2026-10-28.endive';
const VERSIONS: readonly string[] = ['2026-09-30.endive', API_VERSION];

/** Without the header the account's own version applies, which here is the newest. */
export function versionOf({ headers }: FastifyRequest): string {
  const version = z.string().optional().parse(headers['stripe-version']) ?? API_VERSION;
  if (VERSIONS.includes(version)) return version;
  throw invalid(
    `Invalid Stripe API version: ${version}. The sandbox plays ${VERSIONS.join(' and ')}.`,
  );
}
