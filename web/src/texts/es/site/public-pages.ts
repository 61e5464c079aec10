/** The home page and the resolve page. */
export const publicTexts = {
  home: {
    title: 'Portal de pagos para clientes',
    intro:
      'Vea y pague en un solo lugar las facturas de las empresas con las que hace negocios: cuánto debe, ' +
      'cuándo vence y qué hacer a continuación.',
    find: 'Buscar su factura',
    how: 'Cómo funciona',
    open: {
      title: 'Abra el enlace que recibió',
      text:
        'La empresa que le facturó le envía un enlace por correo electrónico, mensaje de texto o ' +
        'carta. El enlace abre su factura directamente. No necesita una cuenta.',
    },
    check: {
      title: 'Revise su factura',
      text:
        'Vea quién la envió, cuánto debe y cuándo vence, y todos los pagos hasta ahora. Verla no ' +
        'tiene ningún costo.',
    },
    pay: {
      title: 'Pague de forma segura',
      text:
        'Los datos de su tarjeta van directamente al procesador de pagos. El botón muestra ' +
        'exactamente lo que se le cobrará, incluida cualquier comisión.',
    },
    lost: '¿No encuentra el enlace?',
    lostText: (resolve, faq) => [
      'Busque en su correo el nombre de la empresa y la palabra “factura”. Si el enlace venció, se ' +
        'perdió o llegó en papel, ',
      resolve('podemos enviarle uno nuevo'),
      '. Solo necesita la referencia de la factura. También puede consultar las ',
      faq('preguntas frecuentes'),
      '.',
    ],
  },
  resolve: {
    intro:
      '¿Tiene una factura pero no el enlace? Escriba los datos abajo. Enviaremos un enlace a la ' +
      'dirección de correo electrónico que la empresa tiene registrada.',
    company: 'Empresa que envió la factura',
    companyFound: 'encontrada',
    useCompany: 'Usar esta empresa',
    reference: 'Referencia de la factura o del cliente',
    referenceHint: 'Como aparece en la factura, por ejemplo HD-2041.',
    email: 'Su dirección de correo electrónico',
    submit: 'Enviarme un enlace',
    missing: {
      company: 'Escriba la empresa que envió la factura.',
      reference: 'Escriba una referencia de la factura.',
      email: 'Escriba una dirección de correo electrónico, como nombre@ejemplo.com.',
    },
    sent: 'Si los datos coinciden, un enlace está en camino',
    sentText: (email) =>
      `Si la empresa tiene una factura con esta referencia y tiene registrado “${email}”, recibirá un ` +
      'correo en uno o dos minutos. Revise su carpeta de correo no deseado.',
    nothingCame: '¿No recibió el correo?',
    nothingCameText:
      'Escriba la referencia exactamente como aparece en la factura y la dirección de correo ' +
      'electrónico que la empresa usa para comunicarse con usted. Si ambas son correctas, ' +
      'llame a la empresa. Su número de teléfono está en la factura.',
    back: 'Editar sus datos',
  },
  updatedOn: (date) => ['Última actualización: ', date],
} satisfies typeof import('../../en/site/public-pages.ts').publicTexts;
