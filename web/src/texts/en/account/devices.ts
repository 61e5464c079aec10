/** Devices that stay signed in. */
export const deviceTexts = {
  keep: 'Keep me signed in on this device',
  title: 'Devices that stay signed in',
  none: 'No devices yet. To add one, choose “Keep me signed in on this device” when you sign in.',
  failed: "We couldn't load your devices.",
  name: (browser: string | null, system: string | null) =>
    [browser ?? 'Unknown browser', system].filter(Boolean).join(' on '),
  isThisOne: 'This device',
  lastUsed: (date: string) => `Last used on ${date}`,
  remove: 'Sign out',
  removeNamed: (name: string) => `Sign out ${name}`,
};
