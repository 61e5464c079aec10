/** Texts around every page: header, menu, footer, and the window's title. */
import { pageTitles } from '@quittance/contract/texts/es/titles';

export const shellTexts = {
  menu: 'Menú',
  portal: 'Portal',
  pages: 'Páginas',
  testMode: {
    title: 'Modo de prueba.',
    text: 'Los pagos en esta página no mueven dinero real.',
  },
  demo: {
    title: 'Esta es una demostración.',
    text: 'Explore con libertad. No se le cobrará nada y los cambios están desactivados.',
  },
  tradingAs: (legalName, dba) => `${legalName}, que opera como ${dba}`,
  signOut: 'Cerrar sesión',
  signOutFailed: 'Su sesión sigue abierta. Revise su conexión e inténtelo de nuevo.',
  appearance: 'Apariencia',
  schemes: { system: 'Según el dispositivo', light: 'Clara', dark: 'Oscura' },
  language: 'Idioma',
  navigation: {
    projects: 'Proyectos',
    contracts: 'Contratos',
    invoices: 'Facturas',
    payments: 'Pagos',
    statement: 'Estado de cuenta',
    profile: 'Perfil',
  },
  privacyNotice: (policy) => [
    'La información de su cuenta es privada y se guarda de forma segura. Lea nuestra ',
    policy('política de privacidad'),
    '.',
  ],
  questions: (company) => ['¿Tiene preguntas? Comuníquese con ', company, '.'],
  titles: pageTitles,
} satisfies typeof import('../../en/site/shell.ts').shellTexts;
