/** Devices that stay signed in. */
export const deviceTexts = {
  keep: 'Mantener la sesión iniciada en este dispositivo',
  title: 'Dispositivos con la sesión iniciada',
  none: 'Todavía no hay dispositivos. Para agregar uno, elija “Mantener la sesión iniciada en este dispositivo” al iniciar sesión.',
  failed: 'No pudimos cargar sus dispositivos.',
  name: (browser, system) =>
    [browser ?? 'Navegador desconocido', system].filter(Boolean).join(' en '),
  isThisOne: 'Este dispositivo',
  lastUsed: (date) => `Último uso: ${date}`,
  remove: 'Cerrar sesión',
  removeNamed: (name) => `Cerrar la sesión de ${name}`,
} satisfies typeof import('../../en/account/devices.ts').deviceTexts;
