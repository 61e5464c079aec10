/** Analytics consent on the public pages. */
export const analyticsTexts = {
  region: 'Analytics',
  ask:
    'May we collect usage statistics on these pages? They help us improve. Your invoices and ' +
    'payments are never included.',
  allow: 'Allow',
  decline: 'No, thanks',
  isOn: 'You allowed usage statistics on these pages.',
  stop: 'Turn off',
  isOff: 'Usage statistics are off.',
  start: 'Turn on',
  isRefused: 'Usage statistics stay off: your browser asks for it (Global Privacy Control).',
};
