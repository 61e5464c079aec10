/** The page's API client, for the hooks that use it. */
import { createContext, useContext } from 'react';
import type { DeskClient } from './desk-client.ts';

export const ClientContext = createContext<DeskClient | null>(null);

export function useClient(): DeskClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('No client is around this component');
  return client;
}
