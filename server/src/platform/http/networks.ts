/** Address ranges from which a caller may call. An empty list allows every address. */
import { AppError } from '../../kernel/errors.ts';
import { trustedProxies as rangesOf } from '../limits/client-ip.ts';

export function isInNetworks(networks: readonly string[], address: string): boolean {
  return networks.length === 0 || rangesOf(networks)(address);
}

/** @throws ADDRESS_NOT_ALLOWED */
export function requireNetwork(networks: readonly string[], address: string): void {
  if (!isInNetworks(networks, address)) throw new AppError('ADDRESS_NOT_ALLOWED');
}
