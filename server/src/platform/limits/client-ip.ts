/**
 * The client IP: the IP of the connection, or the first address in X-Forwarded-For that does not belong to a
 * trusted proxy (TRUST_PROXY). Requests, connections and sockets share this rule, so that a limit cannot be avoided
 * by choosing another entry point.
 */
import { BlockList, isIP } from 'node:net';

export type IsTrustedProxy = (address: string) => boolean;

const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const toFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** IPv4 addresses of a dual-stack socket arrive as '::ffff:203.0.113.7'. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** @throws if an entry is not an IP, a range or one of the names above */
export function trustedProxies(entries: readonly string[]): IsTrustedProxy {
  const list = new BlockList();
  for (const range of entries.flatMap((entry) => NAMED_RANGES[entry] ?? [entry])) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, toFamily(address));
    else list.addSubnet(address, Number(bits), toFamily(address));
  }
  return (address) => {
    const plain = unmapped(address);
    return isIP(plain) !== 0 && list.check(plain, toFamily(plain));
  };
}

export type Hop = { connection: string; forwardedFor: string | undefined };

/** Reads from the nearest proxy outward. Anything before an untrusted address is only the client's claim. */
export function toClientIp({ connection, forwardedFor }: Hop, isTrusted: IsTrustedProxy): string {
  const claimed = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const hops = [...claimed.filter(Boolean), connection].reverse();
  return unmapped(hops.find((address) => !isTrusted(address)) ?? hops.at(-1) ?? connection);
}

/** The first 64 bits of an IPv6 address, without leading zeros. */
function firstGroups(plain: string): string[] {
  const [head = '', tail = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4);
}

/** A client usually has a whole IPv6 /64 network, so the first 64 bits identify one client. */
export function toNetwork(address: string): string {
  const plain = unmapped(address);
  return isIP(plain) === 6 ? `${firstGroups(plain).join(':')}::/64` : plain;
}

/** Neighbors of a client, who may be the same one: /24 of IPv4, /56 of IPv6. */
export function toSubnet(address: string): string {
  const plain = unmapped(address);
  if (isIP(plain) !== 6) return plain.slice(0, plain.lastIndexOf('.'));
  const [one, two, three, four = ''] = firstGroups(plain);
  return [one, two, three, four.padStart(4, '0').slice(0, 2)].join(':');
}
