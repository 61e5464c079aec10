/** Rows of a file that differ from what is stored and are changed one by one, by the use case. */
import { AppError } from '../../errors.ts';
import { type BatchResult, type Change, messageOf, type Refusal } from './rows.ts';

/** An error of the catalog refuses its line, and the others go on: it is thrown before anything is written. */
export async function applyEach<Given extends { line: number }>(
  given: readonly Given[],
  apply: (one: Given) => Promise<Change>,
): Promise<Omit<BatchResult, 'added'>> {
  const changed: Change[] = [];
  const refused: Refusal[] = [];
  for (const one of given) {
    try {
      changed.push(await apply(one));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ line: one.line, message: messageOf(error) });
    }
  }
  return { changed, refused, unchanged: 0 };
}
