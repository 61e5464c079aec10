// The breakpoints of the layout (product §2, §9). CSS repeats the number, because media queries cannot read custom
// properties; `ui/styles.test.ts` compares the two.

export const PHONE_WIDTH_MAX_PX = 768;

/** Popups are sheets at this width and below (product §2: "768 px or less"). */
export const PHONE_QUERY = '(max-width: 768px)';

/** The slide-in sidebar closes automatically at this width and above (product §2: "768 px wide or more"). */
export const SIDEBAR_CLOSES_QUERY = '(min-width: 768px)';

/** Tables turn into cards below 768 px. */
export const CARDS_QUERY = '(max-width: 767.98px)';

/** Windows without room for the amounts of a popup beside its form: small phones, landscape, 200 % zoom. */
export const LOW_QUERY = '(max-height: 560px), (max-width: 768px) and (max-height: 700px)';
