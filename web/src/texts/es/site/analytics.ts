/** Analytics consent on the public pages. */
export const analyticsTexts = {
  region: 'Analítica',
  ask:
    '¿Podemos recopilar estadísticas de uso en estas páginas? Nos ayudan a mejorar. Sus facturas y ' +
    'pagos nunca se incluyen.',
  allow: 'Permitir',
  decline: 'No, gracias',
  isOn: 'Usted permitió las estadísticas de uso en estas páginas.',
  stop: 'Desactivar',
  isOff: 'Las estadísticas de uso están desactivadas.',
  start: 'Activar',
  isRefused:
    'Las estadísticas de uso siguen desactivadas: su navegador lo pide (Global Privacy Control).',
} satisfies typeof import('../../en/site/analytics.ts').analyticsTexts;
