/** The texts of errors and results. The English ones are with their codes in errors.ts. */
import type {
  ErrorCode,
  PAYMENT_TOASTS,
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
    'Este pago es distinto del que ya se inició. Vuelva a cargar la página e inténtelo de nuevo.',
  PAYMENT_DECLINED: 'El pago falló',
  PROCESSOR_UNAVAILABLE:
    'Los pagos no están disponibles en este momento. No se le ha cobrado nada.',
  NOT_SUPPORTED_BY_PROCESSOR: 'El procesador de pagos de la empresa no admite esta llamada.',
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
  SIGN_IN_AGAIN: 'Por su seguridad, inicie sesión de nuevo para cambiar sus contactos.',
  INVALID_REQUEST: 'Algo en su solicitud no es válido. Revíselo e inténtelo de nuevo.',
  CARD_DATA_REFUSED: 'Escriba los números de tarjeta y de cuenta solo en los campos seguros.',
  DOMAIN_RESERVED: 'Este dominio está reservado para el propio portal. Elija otro.',
  SCOPE_MISSING: 'Los permisos de esta clave de API no incluyen esta llamada.',
  EXTERNAL_REF_ALREADY_USED: alreadyUsed('externo'),
  PROJECT_REF_ALREADY_USED: alreadyUsed('de proyecto'),
  CONTRACT_REF_ALREADY_USED: alreadyUsed('de contrato'),
  PROJECT_NOT_FOUND: notFound('este proyecto'),
  CONTRACT_NOT_FOUND: notFound('este contrato'),
  IMPORT_TOO_LARGE:
    'Una importación por la API admite hasta 10,000 filas y 10 MB. Divida el archivo o use la línea de comandos.',
  IMPORT_ROW_REPEATED: 'Una fila anterior del archivo nombra el mismo objeto.',
  IMPORT_ROW_NOT_CHANGEABLE: 'Lo guardado es distinto de la fila y no se puede cambiar.',
  INVOICE_NOT_CHANGEABLE:
    'Esta factura está pagada, acordada, en disputa o anulada y ya no se puede cambiar.',
  SCHEDULE_NOT_CHANGEABLE: 'Solo se puede mover un pago programado que todavía no se ha intentado.',
  REQUEST_NOT_CHANGEABLE:
    'Esta solicitud está cancelada, o su cliente eligió varios pedidos para ella.',
  ESTIMATE_NOT_ACCEPTED:
    'Solo un presupuesto que su cliente ha aceptado se puede pagar con un enlace.',
  INVOICE_NOT_SENDABLE: 'Solo se puede enviar una factura abierta.',
  NO_EMAIL: 'Este cliente no tiene una dirección de correo a la que se pueda escribir.',
  REFUND_TOO_LARGE: 'No se puede reembolsar más de lo que queda de este pago.',
  PAYMENT_NOT_REFUNDABLE: 'Solo se puede reembolsar un pago realizado que no está en disputa.',
  PAYMENT_NOT_HELD:
    'Solo necesita una decisión un pago cuyo resultado se desconoce desde hace una hora.',
  OFFER_NOT_POSSIBLE:
    'Una oferta debe ser menor que lo que se debe, en una factura abierta y sin acuerdo.',
  CUSTOMER_ERASED: 'Este cliente se eliminó y ya no se puede cambiar ni facturar.',
  CUSTOMER_HAS_OPEN_PAYMENTS:
    'Este cliente tiene abierto un pago, un reembolso o una disputa. Inténtelo cuando haya terminado.',
  CUSTOMER_HAS_ARRANGEMENTS:
    'Este cliente tiene un plan de pagos o un pago programado. Primero cancélelo.',
  CHARGE_NOT_CHANGEABLE: 'Este pago no se puede cambiar en este momento. Revise su estado.',
  CHANGE_NOT_ALLOWED: 'La empresa no permite este cambio.',
  PAUSE_NOT_OPEN: 'Esta pausa ya se respondió, o el plan ha cambiado desde que se solicitó.',
  INQUIRY_ALREADY_ANSWERED: 'Esta pregunta o disputa ya se respondió.',
  DISPUTE_NOT_ANSWERED:
    'El cliente disputa esta factura y espera una respuesta. Responder resuelve la disputa.',
  SIGN_IN_LINK_DEAD: 'Este enlace de acceso ya no es válido. Podemos enviarle uno nuevo.',
  SIGN_IN_CODE_NEEDED:
    'Escriba el código de 6 dígitos del correo para continuar en este navegador.',
  SIGN_IN_CODE_WRONG: 'Ese código no es correcto. Revíselo e inténtelo de nuevo.',
  UNAUTHORIZED: 'Inicie sesión para continuar.',
  TOO_MANY_REQUESTS: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  LINK_LOCKED:
    'Por su seguridad, los pagos con este enlace están en pausa. Inicie sesión para pagar o inténtelo más tarde.',
  TOO_BUSY: 'Hay mucha actividad en este momento. Inténtelo de nuevo en unos segundos.',
  UNEXPECTED: '¡Disculpe! Ocurrió un error inesperado. Inténtelo de nuevo más tarde.',
} satisfies Record<ErrorCode, string>;

export const paymentToasts = {
  success: 'Pago realizado',
  failed: 'El pago falló',
  error: 'Error de pago',
  alreadyPaid: 'La cuenta ya está pagada',
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
  noInstallments: 'No se indicaron las cuotas del plan de pagos',
  noRequestId: 'No se indicó la solicitud',
} satisfies Record<keyof typeof PRE_SUBMIT_ERRORS, string>;
