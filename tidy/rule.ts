// What a rule of the style guide is. Each carries examples that break it and that keep it, so that a
// rule which can no longer fail is itself a failing test.
import { isCode, type SourceFile, type SourceTree } from './source-tree.ts';

export type Violation = { path: string; line: number; found: string };

export type Example = Record<string, string>;

export type Rule = {
  name: string;
  /** Completes the sentence: not like this; instead … */
  instead: string;
  check(tree: SourceTree): Violation[];
  breaks: readonly Example[];
  keeps: readonly Example[];
};

export type Find = { line: number; found: string };

/** A rule that looks at one code file at a time, unless `skips` says the file is not meant. */
export function perCodeFile(
  look: (file: SourceFile) => Find[],
  skips: (file: SourceFile) => boolean = () => false,
): Rule['check'] {
  return (tree) =>
    tree
      .filter((file) => isCode(file) && !skips(file))
      .flatMap((file) => look(file).map((find) => ({ path: file.path, ...find })));
}

/** True for a path that is one of these or lies in one of them (`folder/`). */
export function isIn(places: readonly string[]): (file: SourceFile) => boolean {
  return ({ path }) =>
    places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}
