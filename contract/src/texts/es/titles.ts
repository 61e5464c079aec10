/** Titles of the pages (product §2.1). The server writes them into the document, and the page keeps them. */
import type { pageTitles as en } from '../en/titles.ts';

export const pageTitles = {
  home: 'Portal de pagos para clientes',
  resolve: 'Encuentre su factura',
  faq: 'Preguntas frecuentes',
  privacyPolicy: 'Política de privacidad',
  termsOfService: 'Términos del servicio',
  invoice: 'Pagar su factura',
  portalOf: (company: string) => `Portal de clientes de ${company}`,
} satisfies typeof en;
