/**
 * The company's name in the document's own header (`portal.html`), read before the first render replaces it. The
 * page shows it until the company is loaded, so that a painted name never turns into a skeleton.
 */
const painted = document.querySelector('.opening-bar strong')?.textContent.trim();

export const PAINTED_NAME: string | null = painted || null;
