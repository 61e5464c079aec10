/** In place of a popup that did not load or could not be shown. */
export const popupTexts = {
  notLoaded: 'This window did not load.',
  notShown:
    'This window could not be shown. If you have just paid, the page shows the result of your payment as soon as it ' +
    'is known.',
};
