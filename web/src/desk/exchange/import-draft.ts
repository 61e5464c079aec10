/** What is chosen for an import, and what is sent of it. */
import { IMPORT_BYTES_MAX, type ImportKindName } from '@quittance/contract/exchange/import-schemas';
import { importTexts } from '../texts/import.ts';

export type ImportDraft = {
  kind: ImportKindName;
  file: File | null;
  dateFormat: string;
  /** 'column = field', a line each. */
  map: string;
};

/** '=' may have spaces around it in the field, and has none in the query. */
function mapOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s*=\s*/, '=').trim())
    .filter((line) => line.includes('='));
}

export function queryOf({ kind, file, dateFormat, map }: ImportDraft, isDryRun: boolean) {
  const columns = mapOf(map);
  return {
    kind,
    format: /\.(ndjson|jsonl)$/i.test(file?.name ?? '') ? 'ndjson' : 'csv',
    dateFormat: dateFormat.trim(),
    dryRun: isDryRun ? 'true' : 'false',
    ...(columns.length > 0 ? { map: columns } : {}),
  } as const;
}

/** The file, or why there is none to send. */
export async function readBytes(file: File | null): Promise<Uint8Array<ArrayBuffer> | string> {
  if (!file) return importTexts.fileMissing;
  if (file.size > IMPORT_BYTES_MAX) return importTexts.fileTooLarge;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // It was moved, deleted or changed since it was chosen.
    return importTexts.fileUnreadable;
  }
}
