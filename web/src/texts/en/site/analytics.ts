/** Analytics consent on the public pages. */
export const analyticsTexts = {
  region: 'Measuring',
  ask:
    'May we measure how these pages are used? It helps us to improve them. Your invoices and ' +
    'payments are never measured.',
  allow: 'Allow',
  decline: 'No, thanks',
  isOn: 'These pages are measured, as you allowed.',
  stop: 'Stop measuring',
  isOff: 'These pages are not measured.',
  start: 'Allow measuring',
};
