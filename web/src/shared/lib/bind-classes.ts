// Class names of a CSS module by their local names: `css('root', isOpen && 'open')`. Falsy names are omitted.
// `styles.test.ts` checks that every name exists in its stylesheet.

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
