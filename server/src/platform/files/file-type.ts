/**
 * Recognizes a file by its first bytes; its name and the sender's header do not count. The file is never opened here,
 * only passed on for download.
 */
import { AppError } from '../../kernel/errors.ts';

/** Null stands for any byte: the length of a WebP file comes between its two marks. */
const KNOWN = {
  'application/pdf': { extension: 'pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  'image/jpeg': { extension: 'jpg', bytes: [0xff, 0xd8, 0xff] },
  'image/png': { extension: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  'image/webp': {
    extension: 'webp',
    bytes: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  },
} as const satisfies Record<string, { extension: string; bytes: readonly (number | null)[] }>;

export type FileType = keyof typeof KNOWN;

/** @throws AppError WRONG_FILE */
export function toFileType<Type extends FileType>(
  content: Uint8Array,
  accepted: readonly Type[],
): Type {
  const found = accepted.find((type) =>
    KNOWN[type].bytes.every((byte, index) => byte === null || byte === content[index]),
  );
  if (!found) throw new AppError('WRONG_FILE');
  return found;
}

export const toExtension = (type: FileType): string => KNOWN[type].extension;
