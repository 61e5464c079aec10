/** Failures without an error code. Errors with a code have their own text. */
export const failureTexts = {
  connectionLost: 'Sin conexión. Revise su red e inténtelo de nuevo.',
  nothingArrived:
    'La conexión se perdió antes de que su pago nos llegara. No se le ha cobrado nada.',
  stillSaving:
    'Guardar está tardando más de lo habitual. El método de pago aparecerá en su perfil en cuanto ' +
    'se guarde.',
  notShown: 'La página no se cargó',
  crashed: 'No pudimos mostrar esta página. Recargarla suele ayudar.',
  loadAgain: 'Recargar',
} satisfies typeof import('../../en/site/failures.ts').failureTexts;
