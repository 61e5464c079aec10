// The number of source files in one folder. Tests, test support and generated migrations do not count.
import { posix } from 'node:path';
import type { Rule } from '../rule.ts';
import { isCode, isTest, type SourceTree } from '../source-tree.ts';

const FILES_MAX = 20;

export const FOLDER_SIZE: Rule = {
  name: `a folder holds at most ${FILES_MAX} source files`,
  instead: 'split the folder by part of the domain',
  check: (tree) =>
    [...countByFolder(tree)]
      .filter(([, count]) => count > FILES_MAX)
      .map(([path, count]) => ({ path, line: 1, found: `${count} source files` })),
  breaks: [folderOf(FILES_MAX + 1)],
  keeps: [folderOf(FILES_MAX), { ...folderOf(FILES_MAX), 'domain/src/fees.test.ts': '' }],
};

function countByFolder(tree: SourceTree): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of tree) {
    if (!isCode(file) || isTest(file)) continue;
    const folder = posix.dirname(file.path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

function folderOf(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`domain/src/rule-${i}.ts`, '']),
  );
}
