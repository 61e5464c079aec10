/** Texts for payers about declined and returned payments. The English texts are in dunning/decline-texts.ts. */
import type { DECLINE_TEXTS, RETURN_TEXTS } from '../../dunning/decline-texts.ts';

export const declineTexts = {
  declined: 'Su banco rechazó este pago.',
  cardDeclined: 'Su tarjeta fue rechazada. Pruebe con otra tarjeta o comuníquese con su banco.',
  callIssuer: 'Su banco le pide que lo llame por este pago.',
  insufficientFunds: 'Su tarjeta no tiene fondos suficientes.',
  accountFunds: 'Su cuenta bancaria no tiene fondos suficientes.',
  expiredCard: 'Su tarjeta está vencida.',
  authenticationRequired: 'Su banco le pide que confirme este pago.',
  authenticationFailed: 'Este pago no se confirmó con su banco.',
  declinedTryAnother:
    'Su banco rechazó este pago. Pruebe con otra tarjeta o comuníquese con su banco.',
  limit: 'Este pago supera el límite de su tarjeta.',
  accountClosed: 'Esta cuenta está cerrada o no se puede usar para pagos.',
  numberUnknown: 'Su banco no reconoce este número de tarjeta o de cuenta.',
  securityCode: 'El código de seguridad de su tarjeta no es correcto.',
  expirationDate: 'La fecha de vencimiento de su tarjeta no es correcta.',
  stopped: 'Hay una orden de suspensión de este pago en su banco.',
  bankNotTakingPart: 'Su banco no admite este tipo de pago desde una cuenta bancaria.',
  tryLater: 'Su banco no pudo procesar este pago. Inténtelo de nuevo más tarde.',
  tryAgain: 'Su banco no pudo procesar este pago. Inténtelo de nuevo.',
  canceled: 'Este pago se canceló. No se le ha cobrado nada.',
  accountNotVerified:
    'No pudimos verificar esta cuenta al instante. Inténtelo de nuevo e inicie sesión en su banco desde el formulario de pago, o pague con tarjeta.',
  sentBack: 'Su banco devolvió este pago.',
} satisfies Record<keyof typeof DECLINE_TEXTS, string>;

export const returnTexts = {
  representable: 'Su banco lo devolvió por falta de fondos.',
  badAccount: 'Su banco lo devolvió porque la cuenta está cerrada, bloqueada o no se encontró.',
  unauthorized: 'Su banco lo devolvió porque el titular de la cuenta no lo autorizó.',
  other: 'Su banco lo devolvió.',
} satisfies Record<keyof typeof RETURN_TEXTS, string>;
