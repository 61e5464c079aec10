import { createRecovery } from '../links.ts';

export const { toRecovery, bankAsks } = createRecovery({
  bank: 'Confirmar con su banco',
  method: 'Pagar de otra forma',
  keepPrivate:
    'Este enlace funciona durante 7 días. No necesita iniciar sesión. Quien lo tenga puede pagar esta factura, así que no lo comparta.',
  bankAsks: 'Su banco le pide que confirme este pago personalmente.',
});
