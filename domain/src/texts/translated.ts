/** The type of texts in another language: the same names and functions with different words. */
export type TranslatedTexts<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...values: never[]) => unknown
      ? Texts[Name]
      : TranslatedTexts<Texts[Name]>;
};
