// Class names of one CSS module, by their local names: css('root', isOpen && 'open').
// Falsy names are left out; `styles.test.ts` proves that every name used exists in its stylesheet.

type LocalName = string | false | null | undefined;

export function bindClasses(
  styles: Readonly<Record<string, string>>,
): (...names: LocalName[]) => string {
  return (...names) =>
    names
      .map((name) => (name ? styles[name] : undefined))
      .filter((name) => name !== undefined)
      .join(' ');
}
