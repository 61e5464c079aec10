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
  authenticationFailed: 'No se pudo confirmar el pago con su banco.',
  declinedTryAnother:
    'Su banco rechazó este pago. Pruebe con otra tarjeta o comuníquese con su banco.',
  limit: 'Este pago supera un límite de su tarjeta.',
  accountClosed: 'Esta cuenta está cerrada o no se puede usar para pagos.',
  numberUnknown: 'Su banco no reconoce este número de tarjeta o de cuenta.',
  securityCode: 'El código de seguridad de su tarjeta no es correcto.',
  expirationDate: 'La fecha de vencimiento de su tarjeta no es correcta.',
  stopped: 'Se le indicó a su banco que no permitiera este pago.',
  bankNotTakingPart: 'Su banco no admite este tipo de pago desde una cuenta bancaria.',
  tryLater: 'Su banco no pudo procesar este pago. Inténtelo de nuevo más tarde.',
  tryAgain: 'Su banco no pudo procesar este pago. Inténtelo de nuevo.',
  canceled: 'Este pago se canceló. No se le ha cobrado nada.',
  accountNotVerified:
    'Esta cuenta bancaria no se pudo verificar de inmediato. Inicie sesión en su banco.',
  sentBack: 'Su banco devolvió este pago.',
} satisfies Record<keyof typeof DECLINE_TEXTS, string>;

export const returnTexts = {
  representable: 'Su banco lo devolvió por falta de fondos.',
  badAccount: 'Su banco lo devolvió porque la cuenta está cerrada, bloqueada o no se encontró.',
  unauthorized: 'Su banco lo devolvió porque el titular de la cuenta no lo autorizó.',
  other: 'Su banco lo devolvió.',
} satisfies Record<keyof typeof RETURN_TEXTS, string>;
