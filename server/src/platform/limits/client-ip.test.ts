import { describe, expect, it } from 'vitest';
import { toClientIp, toSubnet, trustedProxies } from './client-ip.ts';

describe('The client IP', () => {
  const isTrusted = trustedProxies(['loopback', '10.0.0.0/8', '2001:db8::7']);

  it.each([
    ['the connection itself, whatever it claims', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['what the trusted proxy saw', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'the nearest address no proxy owns',
      '::ffff:10.1.1.1',
      '6.6.6.6, 198.51.100.1, 10.2.2.2',
      '198.51.100.1',
    ],
    ['a client behind an IPv6 proxy', '2001:db8::7', '2001:db8::8', '2001:db8::8'],
    ['the proxy when it names nobody', '10.1.1.1', undefined, '10.1.1.1'],
  ])('the client IP is %s', (_what, connection, forwardedFor, expected) => {
    expect(toClientIp({ connection, forwardedFor }, isTrusted)).toBe(expected);
  });

  it.each([
    ['198.51.100.7', '::ffff:198.51.100.200'],
    ['2001:db8:0:1::7', '2001:db8::aa:0:0:0:9'],
    ['2001:db8:0:ab00::1', '2001:db8:0:abff:1::1'],
  ])('%s and %s are neighbors', (one, other) => {
    expect(toSubnet(one)).toBe(toSubnet(other));
  });

  it.each([
    ['198.51.100.7', '198.51.101.7'],
    ['2001:db8:0:1::7', '2001:db8:0:100::7'],
  ])('%s and %s are not neighbors', (one, other) => {
    expect(toSubnet(one)).not.toBe(toSubnet(other));
  });

  it('a trusted proxy setting that is not an IP address is refused', () => {
    expect(() => trustedProxies(['my-proxy'])).toThrow();
  });
});
