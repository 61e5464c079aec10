import { describe, expect, it } from 'vitest';
import { HABIT_FILES, type HabitFile } from './file-habits.ts';
import { bytes, read } from './read-file.ts';

type Read = { rows: unknown[]; refusedLines: number[]; refusal: string | null };

async function readMeant(text: string, choice: HabitFile['choice'] = {}): Promise<Read> {
  const { rows = [], refused = [], refusal = null } = await read(bytes(text), choice);
  return {
    rows: rows.map(({ accountRef: ref, totalCents: cents, dueOn }) => ({ ref, cents, dueOn })),
    refusedLines: refused.map(({ line }) => line),
    refusal,
  };
}

const exact = ({ rows }: HabitFile): Read => ({ rows: [...rows], refusedLines: [], refusal: null });

describe('Files by the habits of fifteen regions (R78)', () => {
  it('there are at least 80 files', () => expect(HABIT_FILES.length).toBeGreaterThanOrEqual(80));

  it.each(HABIT_FILES.map((file) => [file.name, file] as const))(
    'a file is imported exactly or refused with its reason: %s',
    async (_, file) => {
      const found = await readMeant(file.text);
      const refused = { rows: [], refusedLines: [] };
      if (file.expected === 'exact') expect(found).toEqual(exact(file));
      if (file.expected === 'lines') {
        const refusedLines = file.rows.map((_row, index) => index + 2);
        expect(found).toEqual({ ...refused, refusedLines, refusal: null });
      }
      if (file.expected === 'conflict') {
        const refusal = expect.stringMatching(/ in line \d+ and .* in line \d+\. /);
        expect(found).toEqual({ ...refused, refusal });
      }
      if (file.expected === 'asked') {
        const refusal = expect.stringMatching(/^Line \d+: .* is .* or .* Choose the /);
        expect(found).toEqual({ ...refused, refusal });
        expect(await readMeant(file.text, file.choice)).toEqual(exact(file));
      }
    },
  );
});
