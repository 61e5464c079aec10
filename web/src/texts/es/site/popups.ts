/** Shown in place of a popup that did not load or could not be rendered. */
export const popupTexts = {
  notLoaded: 'Esta ventana no se cargó.',
  notShown:
    'No pudimos mostrar esta ventana. Si acaba de pagar, la página mostrará el resultado en cuanto lo tengamos.',
} satisfies typeof import('../../en/site/popups.ts').popupTexts;
