/** Time zones as the browser knows them. */

export const listTimeZones = (): string[] => Intl.supportedValuesOf('timeZone');

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
