/** Device information sent with a payment (product §7.8). It never blocks a payment (R30). */
import type { DeviceInfo } from '@quittance/contract/payments/portal-schemas';
import { browserClock } from '../../shared/lib/clock.ts';

const TEXT_LENGTHS_MAX = { timezone: 64, locale: 35, userAgent: 512, ipAddress: 64 } as const;

/** Sent when the client IP is unknown (product §7.10). */
const UNKNOWN_IP = '{ip}';

function bounded(text: string, field: keyof typeof TEXT_LENGTHS_MAX): string {
  return text.slice(0, TEXT_LENGTHS_MAX[field]);
}

export function collectDeviceInfo(ipAddress: string | null): DeviceInfo {
  return {
    screen: {
      width: Math.round(screen.width),
      height: Math.round(screen.height),
      colorDepth: screen.colorDepth,
    },
    timezone: bounded(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '', 'timezone'),
    timezoneOffset: new Date(browserClock.nowMs()).getTimezoneOffset(),
    locale: bounded(navigator.language, 'locale'),
    userAgent: bounded(navigator.userAgent, 'userAgent'),
    ipAddress: bounded(ipAddress || UNKNOWN_IP, 'ipAddress'),
  };
}
