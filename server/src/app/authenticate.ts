/**
 * Authenticates the caller. Link routes carry the token in the path (product §7), payment routes in the header
 * `Authorization: Link <token>` (ADR 0018). A signed-in customer sends `Authorization: Bearer`.
 */
import type { Access } from '@quittance/contract/http/portal-route';
import type { FastifyRequest } from 'fastify';
import { resolveBearer } from '../identity/session.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal, LinkPrincipal, Principal } from '../kernel/principal.ts';
import { resolveLink } from '../requests/resolve-link.ts';

type LinkParams = { company: string; id: string };

async function byPath(deps: Deps, params: LinkParams): Promise<LinkPrincipal> {
  const link = await resolveLink(deps, { token: params.id, company: params.company });
  if (!link) throw new AppError('NOT_FOUND');
  return link;
}

async function byLink(deps: Deps, authorization: string): Promise<LinkPrincipal | null> {
  const [, token] = /^Link (\S{1,64})$/.exec(authorization) ?? [];
  if (token === undefined) return null;
  const link = await resolveLink(deps, { token });
  if (!link) throw new AppError('REQUEST_NOT_FOUND');
  return link;
}

async function byBearer(deps: Deps, authorization: string): Promise<CustomerPrincipal> {
  const [, token] = /^Bearer (\S{1,128})$/.exec(authorization) ?? [];
  const customer = token === undefined ? null : await resolveBearer(deps, token);
  if (!customer) throw new AppError('UNAUTHORIZED');
  return customer;
}

export async function authenticate(
  deps: Deps,
  who: Access,
  request: FastifyRequest,
): Promise<Principal | null> {
  const authorization = request.headers.authorization ?? '';
  switch (who) {
    case 'anyone':
    case 'processor':
      return null;
    case 'link':
      return byPath(deps, request.params as LinkParams); // because the paths of these routes name both
    case 'payer':
      return (await byLink(deps, authorization)) ?? byBearer(deps, authorization);
    case 'customer':
      return byBearer(deps, authorization);
  }
}
