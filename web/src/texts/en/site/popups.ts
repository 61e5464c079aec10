/** Shown in place of a popup that did not load or could not be rendered. */
export const popupTexts = {
  notLoaded: "This window didn't load.",
  notShown:
    "We couldn't show this window. If you just paid, the page shows the result as soon as we have it.",
};
