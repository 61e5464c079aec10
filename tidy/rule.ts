// The shape of a style rule. Each rule carries examples that violate it and that satisfy it, so a rule that
// can no longer fail makes a test fail.
import { isCode, type SourceFile, type SourceTree } from './source-tree.ts';

export type Violation = { path: string; line: number; found: string };

export type Example = Record<string, string>;

export type Rule = {
  name: string;
  /** Completes the sentence "instead, …". */
  instead: string;
  check(tree: SourceTree): Violation[];
  breaks: readonly Example[];
  keeps: readonly Example[];
};

export type Find = { line: number; found: string };

export function perCodeFile(
  look: (file: SourceFile) => Find[],
  skips: (file: SourceFile) => boolean = () => false,
): Rule['check'] {
  return (tree) =>
    tree
      .filter((file) => isCode(file) && !skips(file))
      .flatMap((file) => look(file).map((find) => ({ path: file.path, ...find })));
}

/** Returns true for a path in the list, or inside one of its folders (`folder/`). */
export function isIn(places: readonly string[]): (file: SourceFile) => boolean {
  return ({ path }) =>
    places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}
