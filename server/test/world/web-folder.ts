/** Documents of a web build: one for each language, and one for the staff console. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@quittance/contract/language';

export async function writeDocuments(
  folder: string,
  html: string | ((language: string) => string),
): Promise<void> {
  for (const language of LANGUAGES) {
    const within = join(folder, language === DEFAULT_LANGUAGE ? '' : language);
    await mkdir(within, { recursive: true });
    const text = typeof html === 'string' ? html : html(language);
    for (const name of ['index.html', 'portal.html']) await writeFile(join(within, name), text);
  }
  await writeFile(join(folder, 'desk.html'), typeof html === 'string' ? html : html('en'));
}
