/** Spanish texts of errors and results. The English texts are next to their codes in errors.ts. */
import type {
  PAYMENT_TOASTS,
  PayerErrorCode,
  PRE_SUBMIT_ERRORS,
  RESPONSE_MESSAGES,
} from '../../errors.ts';

const notFound = (thing: string): string => `No encontramos ${thing} en nuestro sistema.`;

const alreadyUsed = (thing: string): string =>
  `Este número de referencia ${thing} ya está en uso. Escriba otro e inténtelo de nuevo.`;

const DEMO = 'Esta acción no está permitida en el modo de demostración';

export const errorTexts = {
  DEMO_MODE: DEMO,
  DEMO_USER_NO_HAVE_PERMISSIONS: DEMO,
  WRONG_FILE: 'Formato de archivo incorrecto',
  COSTUMER_REF_ALREADY_USED: alreadyUsed('de cliente'),
  ACCOUNT_REF_ALREADY_USED: alreadyUsed('de cuenta'),
  USER_NOT_FOUND: notFound('este usuario'),
  COMPANY_NOT_FOUND: notFound('esta empresa'),
  AGENDA_NOT_FOUND: notFound('esta agenda'),
  PREFERENCES_NOT_FOUND: notFound('esta preferencia'),
  REQUEST_NOT_FOUND: notFound('esta solicitud'),
  DEBTOR_NOT_FOUND: notFound('este cliente'),
  ACCOUNT_NOT_FOUND: notFound('esta factura'),
  ACCOUNTS_NOT_FOUND: 'No encontramos las cuentas',
  WRONG_TEMPLATE_ID: 'Ocurrió un error desconocido. Inténtelo de nuevo.',
  EMAIL_ALREADY_USED:
    'Este correo electrónico ya está en uso. Cree una cuenta con otro o inicie sesión.',
  STRIPE_ERROR: 'Stripe no pudo procesar su pago. Inténtelo de nuevo.',
  PREVIOUS_DISPUTE_IS_NOT_ANSWERED: 'Solo puede tener una disputa abierta a la vez.',
  INVALID_COUNTRY: 'Revise el código de país del número de teléfono.',
  INVALID_CURRENT_PASSWORD: 'La contraseña actual no es válida',
  DOMAIN_ALREADY_USED: 'Este dominio ya está en uso.',
  COMPANY_EXIST: 'Esta empresa ya existe.',
  USER_CAN_NOT_DELETE_ITSELF: 'No puede eliminarse a sí mismo.',
  EMAIL_ALREADY_CONFIRMED: 'Este correo electrónico ya está confirmado.',
  SOME_PERMISSION_NOT_ACCEPTED: 'Algunos de los permisos no se aceptaron.',
  ACCOUNT_ALREADY_CLOSED: '¡Su factura ya está pagada! Le avisaremos si hace falta algo más.',
  NO_HAVE_CREDITS: 'Se le acabaron los créditos',
  TEST_DEBTORS_MAX_2: 'Lo sentimos, solo puede crear 2 clientes de prueba',
  SOME_FIELD_IS_MISSING: 'Falta algún campo',
  NOT_FOUND: 'No encontrado',

  ACCOUNT_IS_PROCESSING: 'El pago se está procesando',
  ACCOUNT_NOT_PAYABLE: 'Esta factura no se puede pagar en este momento.',
  AMOUNT_CHANGED: 'El monto ha cambiado. Revise el total nuevo e inténtelo de nuevo.',
  MANDATE_CHANGED: 'El texto de la autorización ha cambiado. Léalo de nuevo y confirme.',
  IDEMPOTENCY_KEY_REUSED:
    'Este pago es distinto del que ya se inició. Recargue la página e inténtelo de nuevo.',
  PAYMENT_DECLINED: 'No se pudo realizar el pago',
  PROCESSOR_UNAVAILABLE:
    'Los pagos no están disponibles en este momento. No se le ha cobrado nada.',
  NOT_SUPPORTED_BY_PROCESSOR: 'El procesador de pagos de la empresa no admite esta acción.',
  METHOD_NOT_SAVED:
    'No pudimos guardar este método de pago. Revise los datos e inténtelo de nuevo.',
  METHOD_NOT_USABLE: 'Este método de pago ya no se puede usar. Elija otro.',
  DATE_NOT_AVAILABLE: 'No se puede programar un pago para esta fecha. Elija otra.',
  METHOD_RESTRICTED: 'La empresa no acepta este método de pago.',
  OPTION_NOT_AVAILABLE: 'La empresa no ofrece esta opción de pago.',
  ESTIMATE_NOT_OPEN: 'Este presupuesto ya no se puede aceptar.',
  REQUEST_CHANGED: 'Esta solicitud ha cambiado. Revísela e inténtelo de nuevo.',
  INVALID_CONTACT: 'Revise la dirección de correo electrónico o el número de teléfono.',
  CONTACT_ALREADY_ADDED: 'Este contacto ya está en su lista.',
  CONTACTS_MAX_10: 'Puede tener hasta 10 contactos.',
  LAST_CONTACT: 'Este es su único correo electrónico verificado. Primero verifique otro.',
  VERIFICATION_NOT_VALID: 'Este enlace de verificación ya no es válido. Solicite uno nuevo.',
  SIGN_IN_AGAIN: 'Por su seguridad, inicie sesión de nuevo para hacer este cambio.',
  INVALID_REQUEST: 'Algo en su solicitud no es válido. Revíselo e inténtelo de nuevo.',
  CARD_DATA_REFUSED: 'Escriba los números de tarjeta y de cuenta solo en los campos seguros.',
  PLAN_CHANGED: 'Este plan cambió desde que abrió esta página. Revíselo e inténtelo de nuevo.',
  CHARGE_NOT_CHANGEABLE: 'Este pago no se puede cambiar en este momento. Revise su estado.',
  CHANGE_NOT_ALLOWED: 'La empresa no permite este cambio.',
  SIGN_IN_LINK_DEAD: 'Este enlace de acceso ya no es válido. Podemos enviarle uno nuevo.',
  SIGN_IN_CODE_NEEDED:
    'Escriba el código de 6 dígitos del correo para continuar en este navegador.',
  SIGN_IN_CODE_WRONG: 'Ese código no es correcto. Revíselo e inténtelo de nuevo.',
  PASSKEY_NOT_VALID:
    'Esta llave de acceso no es válida aquí. Inicie sesión con un enlace por correo.',
  PASSKEY_NOT_ADDED: 'No se pudo agregar la llave de acceso. Inténtelo de nuevo.',
  PASSKEYS_MAX_10: 'Puede tener hasta 10 llaves de acceso.',
  ADDRESSES_UNAVAILABLE: 'En este momento no se pueden buscar direcciones.',
  UNAUTHORIZED: 'Inicie sesión para continuar.',
  TOO_MANY_REQUESTS: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  LINK_LOCKED:
    'Por su seguridad, los pagos con este enlace están en pausa. Inicie sesión para pagar o inténtelo más tarde.',
  TOO_BUSY: 'Hay mucha actividad en este momento. Inténtelo de nuevo en unos segundos.',
  UNEXPECTED: '¡Disculpe! Ocurrió un error inesperado. Inténtelo de nuevo más tarde.',
} satisfies Record<PayerErrorCode, string>;

export const paymentToasts = {
  success: 'Pago realizado',
  failed: 'No se pudo realizar el pago',
  error: 'Error de pago',
  alreadyPaid: 'La factura ya está pagada',
  processing: 'El pago se está procesando',
} satisfies Record<keyof typeof PAYMENT_TOASTS, string>;

export const responseMessages = {
  notFoundAtProcessor: 'El pago no llegó al procesador. No se le ha cobrado nada.',
  challengeExpired: 'No confirmó el pago con su banco a tiempo. No se le ha cobrado nada.',
  challengeNeeded: 'Su banco le pide que confirme este pago. No se le ha cobrado nada.',
  challengeCanceled: 'Usted canceló la confirmación con su banco. No se le ha cobrado nada.',
  debitNeedsDateOfBirth:
    'Un pago bancario requiere su fecha de nacimiento. Agréguela a su perfil o pague con tarjeta. No se le ha cobrado nada.',
  debitNeedsEmail:
    'Un pago bancario requiere su correo electrónico. Agréguelo a su perfil o pague con tarjeta. No se le ha cobrado nada.',
  debitNeedsPayer:
    'Un pago bancario requiere su identificación cada vez. Escriba de nuevo su cuenta bancaria y pague ahora, o use una tarjeta. No se le ha cobrado nada.',
  debitNotPossible:
    'Aquí no se puede pagar con cuenta bancaria. Pague con tarjeta. No se le ha cobrado nada.',
  methodUnreadable: 'No pudimos leer el método de pago. Escríbalo de nuevo.',
  setupChallengeExpired: 'No lo confirmó con su banco a tiempo. No se guardó nada.',
  scheduled: 'Pago programado',
} satisfies Record<keyof typeof RESPONSE_MESSAGES, string>;

export const preSubmitErrors = {
  noDate: 'No se indicó la fecha del pago programado',
  noInstallments: 'No se indicaron los pagos del plan',
  noRequestId: 'No se indicó la solicitud',
} satisfies Record<keyof typeof PRE_SUBMIT_ERRORS, string>;
