/** Sends a PDF as a download, so that a browser never renders a third-party file in our origin. */
type Setting = { setHeader(name: string, value: string): void };

type PdfFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

export function asDownload({ setHeader }: Setting, { name, bytes }: PdfFile) {
  setHeader('content-type', 'application/pdf');
  setHeader('content-disposition', `attachment; filename="${name}"`);
  return bytes;
}
