/** Unknown addresses and links, and pages that failed to load. */
export const notFoundTexts = {
  page: {
    heading: 'Página no encontrada',
    title: 'No encontramos esta página',
    text:
      'Si siguió un enlace a una factura, ábralo de nuevo desde el mensaje original. Puede que falte ' +
      'una parte de la dirección.',
    action: 'Ir a la página de inicio',
    invoices: 'Ir a sus facturas',
  },
  link: {
    heading: 'Enlace no encontrado',
    title: 'Este enlace no funciona',
    text: (sender) => [
      'Puede que haya vencido, que uno más nuevo lo haya reemplazado o que se haya cortado al copiarlo. Podemos ' +
        'enviarle uno nuevo, o puede pedírselo a ',
      sender,
      '. No se le ha cobrado nada.',
    ],
    someSender: 'la empresa que lo envió',
    action: 'Obtener un enlace nuevo',
  },
  company: {
    heading: 'Empresa no encontrada',
    title: 'No encontramos esta empresa',
    text:
      'Revise el nombre de la empresa en la dirección. Si tiene la factura, puede encontrarla sin la ' +
      'dirección.',
    action: 'Buscar su factura',
  },
  entry: { heading: 'No se cargó', title: 'No pudimos cargar esta página' },
  invoice: {
    heading: 'La factura no se cargó',
    title: 'No pudimos cargar su factura',
    noConnection:
      'Revise su conexión. Esta página lo intenta de nuevo en cuanto vuelva a tener conexión.',
  },
  /** Also shown for resources of other customers. */
  thing: {
    heading: 'No encontrado',
    text: 'Revise la dirección. Puede estar incompleta o pertenecer a otra cuenta.',
  },
} satisfies typeof import('../../en/site/not-found.ts').notFoundTexts;
