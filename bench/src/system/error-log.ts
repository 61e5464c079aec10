/**
 * Collects the errors that a server logs during a measurement, because a failed job is not visible in any response.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const lineSchema = z.object({
  event: z.string().optional(),
  msg: z.string().optional(),
  err: z
    .object({ message: z.string(), cause: z.object({ message: z.string() }).optional() })
    .optional(),
});

function parseMessage(line: string): string {
  try {
    const { event, msg, err } = lineSchema.parse(JSON.parse(line));
    const reason = err?.cause?.message ?? err?.message ?? msg ?? '';
    return `${event ?? 'error'}: ${reason}`;
  } catch {
    return line;
  }
}

/** Returns the errors logged from now on. The server is configured to log only errors. */
export async function openErrorLog(path: string) {
  const findLines = async () => (await readFile(path, 'utf8')).split('\n').filter(Boolean);
  const before = (await findLines()).length;
  return {
    async errors() {
      const lines = (await findLines()).slice(before);
      return { errors: lines.length, firstError: lines[0] ? parseMessage(lines[0]) : null };
    },
  };
}
