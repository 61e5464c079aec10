import { deviceInfoSchema } from '@quittance/contract/methods/portal-schemas';
import { describe, expect, it } from 'vitest';
import { collectDeviceInfo } from './device-info.ts';

describe('Device info (product §7.8, R30)', () => {
  it('device info fits the schema of the call', () => {
    expect(deviceInfoSchema.parse(collectDeviceInfo('203.0.113.7'))).toMatchObject({
      ipAddress: '203.0.113.7',
    });
  });

  it('an unknown client IP is sent as a placeholder', () => {
    expect(collectDeviceInfo(null).ipAddress).toBe('{ip}');
  });
});
