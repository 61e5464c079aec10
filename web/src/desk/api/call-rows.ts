/**
 * Method and address of every call. The build evaluates this module, because the route tables contain the schemas of
 * the whole API (build/evaluated-rows.ts).
 */
import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import { DESK_BASE } from '@quittance/contract/http/desk-route';
import {
  isReadRoute,
  PROVIDER_BASE,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';

export type CallRow = {
  method: string;
  path: string;
  /** The call has a body but changes nothing. */
  readsOnly?: true;
  fileType?: string;
};

const rows: [string, CallRow][] = [
  ...Object.entries<ProviderRoute>(PROVIDER_ROUTES).map(([name, route]): [string, CallRow] => [
    name,
    {
      method: route.method,
      path: PROVIDER_BASE + route.path,
      ...(isReadRoute(route) && { readsOnly: true }),
      ...(route.bodyType && { fileType: route.bodyType }),
    },
  ]),
  ...Object.entries(DESK_ROUTES).map(([name, { method, path }]): [string, CallRow] => [
    name,
    { method, path: DESK_BASE + path, ...(method === 'GET' && { readsOnly: true }) },
  ]),
];

export const CALL_ROWS: Readonly<Record<string, CallRow>> = Object.fromEntries(rows);
