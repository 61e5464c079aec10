/**
 * Sends a file as a download, so that a browser never renders a third-party file in our origin. A browser that did it
 * nevertheless would give the page an origin of its own, without scripts.
 */
type Setting = { setHeader(name: string, value: string): void };

type DownloadedFile = { name: string; type?: string; bytes: Uint8Array<ArrayBuffer> };

const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

export function asDownload(
  { setHeader }: Setting,
  { name, type = 'application/pdf', bytes }: DownloadedFile,
) {
  setHeader('content-type', type);
  setHeader('content-security-policy', POLICY);
  setHeader('content-disposition', `attachment; filename="${name}"`);
  return bytes;
}
