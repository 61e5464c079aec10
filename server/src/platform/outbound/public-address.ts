/**
 * Defines which network addresses belong to the public internet. No connection is made to any other address (R52).
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose ranges from the IANA registries. */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/**
 * Excluded from the global unicast range: tunnels and translations, which can embed an IPv4 address, and
 * documentation.
 */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blocked = new BlockList();
for (const [net, bits] of NOT_PUBLIC_V4) blocked.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of NOT_PUBLIC_V6) blocked.addSubnet(net, bits, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** IPv4 addresses written as IPv6, such as ::ffff:10.0.0.1, are outside the global unicast range. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}
