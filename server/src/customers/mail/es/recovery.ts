import { createRecovery } from '../links.ts';

export const { toRecovery, bankAsks } = createRecovery({
  bank: 'Confirmar con su banco',
  method: 'Pagar de otra forma',
  keepPrivate:
    'El botón funciona durante 7 días y sin iniciar sesión. Quien lo tenga puede pagar esta factura. No lo comparta.',
  bankAsks: 'Su banco le pide que confirme este pago personalmente.',
});
