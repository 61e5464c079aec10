/**
 * Sends a file as a download, so that a browser never renders a third-party file in our origin. A browser that did it
 * nevertheless would give the page an origin of its own, without scripts.
 */
type Setting = { setHeader(name: string, value: string): void };

type FileFacts = { name: string; type?: string };

const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

export const downloadHeaders = ({ name, type = 'application/pdf' }: FileFacts) => ({
  'content-type': type,
  'content-security-policy': POLICY,
  'content-disposition': `attachment; filename="${name}"`,
});

export function asDownload<Bytes extends Uint8Array>(
  { setHeader }: Setting,
  { bytes, ...facts }: FileFacts & { bytes: Bytes },
): Bytes {
  for (const [name, value] of Object.entries(downloadHeaders(facts))) setHeader(name, value);
  return bytes;
}
