/** The shape of one route of the staff console's own API, under `/api/desk/v1`. Imports zod only as a type. */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { fillPath } from './paths.ts';
import type { LimitRule } from './portal-route.ts';

export const DESK_BASE = '/api/desk/v1';

/**
 * Every call of a signed-in member, to the desk or to the provider API, sends the company of the page in this
 * header. Another site cannot send it without CORS permission, so a forged request with the cookie alone fails
 * (R73).
 */
export const DESK_HEADER = 'x-quittance-desk';

export type DeskRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** `anyone` includes callers who are not signed in; `member` includes every role. */
  who: 'anyone' | 'member' | 'owner';
  /** The member must have used a passkey within the last 12 hours (R74). */
  needsSecondFactor?: true;
  limits: readonly LimitRule[];
  params?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  status?: 200 | 201;
  errors?: readonly ErrorCode[];
};

export function deskPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return DESK_BASE + fillPath(path, params);
}
