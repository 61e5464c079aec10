import { describe, expect, it } from 'vitest';
import { inSpanish } from './phrases.ts';

describe('Spanish phrases of queued mails (R50)', () => {
  it.each([
    ['payment plan', 'plan de pagos'],
    ['Your card has insufficient funds.', 'Su tarjeta no tiene fondos suficientes.'],
    [
      'Your card was declined. Please try another card or contact your bank.',
      'Su tarjeta fue rechazada. Pruebe con otra tarjeta o comuníquese con su banco.',
    ],
    [
      'Auto-pay is turned on. The processing fee changes from 2.9% + $0.30 to 1% + $0.00.',
      'El pago automático está activado. La comisión por procesamiento cambia de 2.9% + $0.30 a 1% + $0.00.',
    ],
    [
      'Bank account **** 6789 will no longer be charged. Auto-pay is off.',
      'Cuenta bancaria **** 6789: ya no se harán cobros a este método. El pago automático está desactivado.',
    ],
    [
      'You shortened your plan. We will charge $34.40 on March 31, 2026, $1,034.40 on April 30, 2026.',
      'Usted acortó su plan. Cobraremos $34.40 el 31 de marzo de 2026, $1,034.40 el 30 de abril de 2026.',
    ],
    ['Issuer says NO-51', 'Issuer says NO-51'],
    ['Check your card number.', 'Check your card number.'],
  ])('the phrase "%s" is translated to Spanish', (english, spanish) => {
    expect(inSpanish(english)).toBe(spanish);
  });
});
