import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('The name of a device', () => {
  it.each<[string, string | null, string | null]>([
    [`${MAC} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Mac'],
    [`${MAC} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge', 'Mac'],
    [`${MAC} Version/18.0 Safari/605.1.15`, 'Safari', 'Mac'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/141.0 Mobile Safari/604.1',
      'Chrome',
      'iPhone',
    ],
    ['curl/8', null, null],
  ])('the user agent "%s" has the expected device name', (userAgent, browser, system) => {
    expect(deviceName(userAgent)).toEqual({ browser, system });
  });
});
