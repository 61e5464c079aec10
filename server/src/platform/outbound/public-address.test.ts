import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('Addresses that a logo may be fetched from (R52)', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('%j is not on the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    '%s is on the public internet',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
