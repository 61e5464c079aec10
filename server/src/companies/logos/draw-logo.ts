/**
 * Draws a given picture as PNG in the displayed sizes (R52). The input is an untrusted file, so only four formats
 * are decoded, within limits, and only pixels that we rendered are stored and served.
 */
import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import sharp, { type Sharp } from 'sharp';
import { LogoRefused } from './logo-refused.ts';
import type { Logo } from './logo-rows.ts';

/** A compressed picture can be thousands of times larger than its file. */
const PIXELS_MAX = 16_000_000;
const FORMATS = ['png', 'jpeg', 'webp', 'svg'];

/** Twice the largest logo on a page, which is 56 px high and at most four times as wide. */
const WIDE = { width: 448, height: 112 };
const ICON = { width: 180, height: 180 };

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Decoders of all other formats, including those that read or write files, are disabled for the process. */
sharp.block({ operation: ['VipsForeign'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
    'VipsForeignSavePngBuffer',
  ],
});
/** The other cores are reserved for payers. */
sharp.concurrency(1);

const LIMITS = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 } as const;
const DPI = 72;
const DPI_MAX = 2400;

/** SVG filter effects are computed for every pixel, so a few bytes of them can take minutes. */
const FILTER = /<(?:[\w-]+:)?filter[\s/>]/;

async function open(bytes: Uint8Array): Promise<Sharp> {
  if (bytes.length > LOGO_BYTES_MAX) throw new LogoRefused('The picture is larger than 1 MB.');
  // Reads only the header, without decoding. The pixel limit is checked below.
  const header = await sharp(bytes, { ...LIMITS, limitInputPixels: false }).metadata();
  const { format, width, height } = header;
  if (!FORMATS.includes(format))
    throw new LogoRefused('A logo is a PNG, JPEG, WebP or SVG picture.');
  if (width * height > PIXELS_MAX)
    throw new LogoRefused('The picture has more than 16 million pixels.');
  if (format !== 'svg') return sharp(bytes, LIMITS);
  if (FILTER.test(Buffer.from(bytes).toString('latin1')))
    throw new LogoRefused('The picture has SVG filters. Export it without effects, or as PNG.');
  // A vector drawing is rendered at the displayed size, regardless of the size it declares.
  const scale = WIDE.width / Math.min(width, height);
  const density = Math.min(Math.max(DPI * scale, 1), DPI_MAX);
  return sharp(bytes, { ...LIMITS, density });
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

const fromPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } });

/** Crops transparent margins, so that logos fill their space. */
async function trimmed(picture: Sharp): Promise<Sharp> {
  const whole = await picture
    .autoOrient()
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  try {
    const cut = fromPixels(whole).trim({ background: TRANSPARENT }).raw();
    return fromPixels(await cut.toBuffer({ resolveWithObject: true }));
  } catch {
    return fromPixels(whole);
  }
}

/** @throws LogoRefused */
export async function drawLogo(bytes: Uint8Array): Promise<Logo> {
  try {
    const picture = await trimmed(await open(bytes));
    const wide = await picture
      .clone()
      .resize({ ...WIDE, fit: 'inside' })
      .png({ palette: false })
      .toBuffer({ resolveWithObject: true });
    const icon = await picture
      .clone()
      .resize({ ...ICON, fit: 'contain', background: TRANSPARENT })
      .png({ palette: false })
      .toBuffer();
    const { width: wideWidth, height: wideHeight } = wide.info;
    return { wide: wide.data, wideWidth, wideHeight, icon };
  } catch (error) {
    if (error instanceof LogoRefused) throw error;
    throw new LogoRefused('The picture cannot be read.', { cause: error });
  }
}
