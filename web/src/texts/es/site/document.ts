/** Texts in the documents themselves, shown before any script runs. */
export const documentTexts = {
  public: {
    title: 'Portal de pagos para clientes',
    description:
      'Vea y pague las facturas que le envían las empresas: cuánto debe, cuándo vence y todos los pagos hechos hasta ahora.',
  },
  portal: {
    title: 'Pagar su factura',
    description: 'Vea lo que debe, páguelo y conserve los recibos.',
  },
  noScript: 'Esta página necesita JavaScript para mostrar y pagar su factura.',
} satisfies typeof import('../../en/site/document.ts').documentTexts;
