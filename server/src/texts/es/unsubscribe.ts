/** The page behind the link 'Turn off these emails' (R64). */
import { optionalMailNames } from '@quittance/contract/texts/es/optional-mails';
import type { UnsubscribeTexts } from '../en/unsubscribe.ts';

export const unsubscribeTexts: UnsubscribeTexts = {
  names: optionalMailNames,
  askTitle: '¿Desactivar estos correos?',
  ask: (company) => `${company} ya no le enviará este tipo de correo:`,
  turnOff: 'Desactivar',
  offTitle: 'Estos correos están desactivados',
  off: (company) => `${company} ya no le envía este tipo de correo:`,
  turnOn: 'Activar de nuevo',
  onTitle: 'Estos correos están activados',
  on: (company) => `${company} le envía este tipo de correo:`,
  required:
    'Las facturas, los avisos antes de cobros automáticos, las confirmaciones y los correos de seguridad se siguen enviando: son obligatorios.',
  allSettings: 'Todos los ajustes de correo',
  unknownTitle: 'Este enlace no es válido',
  unknown: 'Use el enlace de un correo más reciente, o inicie sesión y cambie su perfil.',
};
