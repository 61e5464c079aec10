import { DEFAULT_LANGUAGE, LANGUAGES } from '@quittance/contract/language';
import { describe, expect, it } from 'vitest';

type Area = Record<string, unknown>;

const AREAS = import.meta.glob<Area>('./*/*/*.ts');
const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

async function readAreas(language: string): Promise<Map<string, Area>> {
  const start = `./${language}/`;
  const paths = Object.keys(AREAS).filter((path) => path.startsWith(start));
  const loaded = paths.map(async (path) => {
    return [path.slice(start.length), (await AREAS[path]?.()) ?? {}] as const;
  });
  return new Map(await Promise.all(loaded));
}

function toShape(text: unknown, name: string): string[] {
  if (typeof text !== 'object' || text === null) return [`${name}: ${typeof text}`];
  return Object.entries(text).flatMap(([key, part]) => toShape(part, `${name}.${key}`));
}

/** Texts that are identical in both languages, and texts that are not words. */
const SAME = new Set(['Total', 'CVC', 'Personal', '3-D Secure', 'Portal', 'No', '(opcional)']);

const toStrings = (text: unknown): string[] => {
  if (typeof text === 'string') return [text];
  return typeof text === 'object' && text !== null ? Object.values(text).flatMap(toStrings) : [];
};

describe.each(OTHERS)('The texts in %s', (language) => {
  it('translated texts have the same files and names as the English texts', async () => {
    const [english, others] = [await readAreas(DEFAULT_LANGUAGE), await readAreas(language)];
    expect([...others.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [file, area] of english) {
      expect(toShape({ ...others.get(file) }, file).toSorted()).toEqual(
        toShape({ ...area }, file).toSorted(),
      );
    }
  });

  it('every text is translated', async () => {
    const [english, others] = [await readAreas(DEFAULT_LANGUAGE), await readAreas(language)];
    for (const [file, area] of english) {
      const translated = new Set(toStrings({ ...others.get(file) }));
      const left = toStrings({ ...area }).filter((text) => translated.has(text) && !SAME.has(text));
      // Dates in the long texts are not words.
      expect(
        left.filter((text) => /\p{L}/u.test(text)),
        file,
      ).toEqual([]);
    }
  });
});
