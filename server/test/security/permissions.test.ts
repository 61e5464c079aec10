/**
 * Checks every scope and role in the three route tables, without a server, and names each route that requires too
 * little.
 */
import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import type { DeskRoute } from '@quittance/contract/http/desk-route';
import {
  isForOwners,
  isReadRoute,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { SCOPES_OF_ROLE } from '@quittance/contract/identity/roles';
import { ROUTES } from '@quittance/contract/portal-routes';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { describe, expect, it } from 'vitest';
import {
  DESK_PERMISSIONS,
  PORTAL_PERMISSIONS,
  PROVIDER_PERMISSIONS,
  ROLE_SCOPES,
} from './permissions.ts';

const mapRows = <Row>(
  table: Readonly<Record<string, Row>>,
  map: (row: Row, name: string) => unknown,
) => Object.fromEntries(Object.entries(table).map(([name, row]) => [name, map(row, name)]));

const words = (...parts: readonly (string | false | undefined)[]) =>
  parts.filter(Boolean).join(' ');

describe('The declared permission of every route (R47)', () => {
  it('every route of the provider API requires its key scope and its staff role', () => {
    const declared = mapRows<ProviderRoute>(PROVIDER_ROUTES, (route) =>
      words(
        route.scope,
        isForOwners(route) && 'owner',
        route.isStaffOnly && 'staff',
        route.alsoReads && 'alsoReads',
      ),
    );
    expect(declared).toEqual(PROVIDER_PERMISSIONS);
  });

  it('a route of the provider API has the scope `read` if and only if it changes nothing', () => {
    const isRead = mapRows<ProviderRoute>(PROVIDER_ROUTES, isReadRoute);
    expect(isRead).toEqual(
      mapRows(PROVIDER_PERMISSIONS, (permission) => permission.startsWith('read')),
    );
  });

  it('every route of the staff console requires its role and its second factor', () => {
    const declared = mapRows<DeskRoute>(DESK_ROUTES, (route) =>
      words(route.who, route.needsSecondFactor && 'factor'),
    );
    expect(declared).toEqual(DESK_PERMISSIONS);
  });

  it('every route of the portal requires its declared caller, which defaults to a customer', () => {
    const expected = mapRows(ROUTES, (_, name) => ({ ...PORTAL_PERMISSIONS })[name] ?? 'customer');
    expect(mapRows(ROUTES, ({ who }) => who)).toEqual(expected);
  });

  it('roles have the declared scopes', () => {
    expect(SCOPES_OF_ROLE).toEqual(ROLE_SCOPES);
  });
});
