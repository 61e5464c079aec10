/**
 * Who measures these pages, as the server wrote it into the document (R29). A document without it, and
 * the portal's never has it, is measured by nobody.
 */

export type AnalyticsConfig = {
  analytics: { url: string; site: string } | null;
  clarityId: string | null;
  metaPixelId: string | null;
  linkedinPartnerId: string | null;
};

export function readAnalyticsConfig(root: ParentNode = document): AnalyticsConfig | null {
  const meta = root.querySelector<HTMLMetaElement>('meta[name="measuring"]');
  // because our own server checked and wrote it
  return meta ? (JSON.parse(meta.content) as AnalyticsConfig) : null;
}
