export type TranslatedTexts<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...values: never[]) => unknown
      ? Texts[Name]
      : TranslatedTexts<Texts[Name]>;
};
