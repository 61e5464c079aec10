import { deviceInfoSchema } from '@quittance/contract/payments';
import { describe, expect, it } from 'vitest';
import { collectDeviceInfo } from './device-info.ts';

describe('Device info (product §7.8, R30)', () => {
  it('is what the call takes', () => {
    expect(deviceInfoSchema.parse(collectDeviceInfo('203.0.113.7'))).toMatchObject({
      ipAddress: '203.0.113.7',
    });
  });

  it('stands in for an address nobody could find', () => {
    expect(collectDeviceInfo(null).ipAddress).toBe('{ip}');
  });
});
