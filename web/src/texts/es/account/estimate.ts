/** The estimate page and its acceptance. */
export const estimateTexts = {
  noSuchEstimate: 'No encontramos el presupuesto',
  failed: 'No pudimos cargar este presupuesto',
  items: 'Conceptos',
  /** Two items may have the same name. */
  item: (name, place) => `${name} (${place})`,
  total: 'Total',
  decision: 'Su decisión',
  standsUntil: (date) => `Válido hasta el ${date}`,
  over: 'Ya no está disponible',
  accept: 'Aceptar el presupuesto',
  acceptHint: (company) =>
    `Al aceptar, usted le encarga el trabajo a ${company}. Todavía no se le cobrará nada. Podrá pagar en el siguiente paso.`,
  overHint: (company) => [
    'Si todavía quiere que se haga el trabajo, pídale a ',
    company,
    ' un presupuesto nuevo.',
  ],
  someCompany: 'la empresa',
} satisfies typeof import('../../en/account/estimate.ts').estimateTexts;
