/** The shape of one row of the staff console's own calls. Paths are below `/api/desk/v1`. Imports zod only as a type. */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { fillPath } from './paths.ts';

export const DESK_BASE = '/api/desk/v1';

/**
 * The header names the company of the page in every call of a signed-in member, to the desk and to the provider
 * API. A page of another site cannot send it without the server's consent, so the cookie alone is not sufficient
 * (R73).
 */
export const DESK_HEADER = 'x-quittance-desk';

export type DeskRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** '/team/{memberId}' */
  path: string;
  /** `anyone` is for calls before a sign-in, `member` for members of any role. */
  who: 'anyone' | 'member' | 'owner';
  /** Requires that the member used a passkey within the last 12 hours (R74). */
  needsSecondFactor?: true;
  params?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** The status of a success; 200 by default. */
  status?: 200 | 201;
  /** The call's own errors, in addition to those of every call of its kind. */
  errors?: readonly ErrorCode[];
};

export function deskPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return DESK_BASE + fillPath(path, params);
}
