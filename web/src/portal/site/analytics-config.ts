/**
 * The analytics configuration that the server writes into the document (R29). The portal document never has
 * one.
 */

export type AnalyticsConfig = {
  analytics: { url: string; site: string } | null;
  clarityId: string | null;
  metaPixelId: string | null;
  linkedinPartnerId: string | null;
};

export function readAnalyticsConfig(root: ParentNode = document): AnalyticsConfig | null {
  const meta = root.querySelector<HTMLMetaElement>('meta[name="measuring"]');
  // The cast is safe because the server validates and writes this value.
  return meta ? (JSON.parse(meta.content) as AnalyticsConfig) : null;
}
