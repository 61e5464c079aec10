import { z } from 'zod';

export const pdfFileSchema = z
  .instanceof(Uint8Array)
  .describe('Contents of a PDF file.')
  .meta({ id: 'PdfFile' });

export const UPLOAD_BYTES_MAX = 10 * 1024 * 1024;
