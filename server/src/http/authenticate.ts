/**
 * Who calls? For link routes the token is in the path (product §7), for payment routes in the
 * header `Authorization: Link <token>` (ADR 0018).
 */
import type { Access } from '@quittance/contract/routes/route';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../access/principal.ts';
import { resolveLink } from '../access/resolve-link.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

type LinkParams = { company: string; id: string };

async function byPath(deps: Deps, params: LinkParams): Promise<Principal> {
  const link = await resolveLink(deps, { token: params.id, company: params.company });
  if (!link) throw new AppError('NOT_FOUND');
  return link;
}

async function byHeader(deps: Deps, authorization: string | undefined): Promise<Principal> {
  const [, token] = /^Link (\S{1,64})$/.exec(authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('UNAUTHORIZED');
  const link = await resolveLink(deps, { token });
  if (!link) throw new AppError('REQUEST_NOT_FOUND');
  return link;
}

export async function authenticate(
  deps: Deps,
  who: Access,
  request: FastifyRequest,
): Promise<Principal | null> {
  switch (who) {
    case 'anyone':
    case 'processor':
      return null;
    case 'link':
      return byPath(deps, request.params as LinkParams); // because the route's schema checked them
    case 'payer':
      return byHeader(deps, request.headers.authorization);
    case 'customer':
      throw new AppError('UNAUTHORIZED');
  }
}
