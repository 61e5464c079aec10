/**
 * Identifies the signed-in staff member of a call by the cookie. The call must also send the company of its page in
 * a header, which another site cannot do, and must come from the portal's own origin (R73).
 */
import { DESK_HEADER } from '@quittance/contract/http/desk-route';
import type { FastifyRequest } from 'fastify';
import { resolveStaffCookie, type StaffCaller } from '../../identity/staff-session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import { readDeskCookie } from './desk-cookies.ts';

export async function requireStaff(deps: Deps, request: FastifyRequest): Promise<StaffCaller> {
  const { publicUrl } = deps;
  const { ip: address } = request;
  const cookie = readDeskCookie(request, 'session', publicUrl);
  const domain = request.headers[DESK_HEADER];
  const isOwn = typeof domain === 'string' && isSameOrigin(request.headers, publicUrl);
  const staff =
    cookie && isOwn ? await resolveStaffCookie(deps, { cookie, domain, address }) : null;
  if (!staff) throw new AppError('UNAUTHORIZED');
  return staff;
}
