/**
 * Draws a given picture as PNG in the sizes that are shown (R52). What arrives is someone else's file, so only four
 * formats are decoded, within limits, and only our own pixels are stored and served.
 */
import { LOGO_BYTES_MAX } from '@quittance/contract/provider/settings';
import sharp, { type Sharp } from 'sharp';
import type { Logo } from '../storage/billing/logos.ts';
import { LogoRefused } from './logo-refused.ts';

const SIDE_MAX = 8_000;
const FORMATS = ['png', 'jpeg', 'webp', 'svg'];

/** Twice the largest logo on a page, which is 56 px high and at most four times as wide. */
const WIDE = { width: 448, height: 112 };
const ICON = { width: 180, height: 180 };

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Decoders of other formats, reading and writing files included, are switched off for the process. */
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

const LIMITS = { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: 'error', pages: 1 } as const;
/** Of an SVG at its own size. */
const DPI = 72;
const DPI_MAX = 2400;

async function open(bytes: Buffer): Promise<Sharp> {
  if (bytes.length > LOGO_BYTES_MAX) throw new LogoRefused('The picture is larger than 1 MB.');
  const picture = sharp(bytes, LIMITS);
  const { format, width, height } = await picture.metadata();
  if (!FORMATS.includes(format))
    throw new LogoRefused('A logo is a PNG, JPEG, WebP or SVG picture.');
  if (width > SIDE_MAX || height > SIDE_MAX) throw new LogoRefused('The picture is too large.');
  if (format !== 'svg') return picture;
  // A small drawing is enlarged before it becomes pixels.
  const scale = WIDE.width / Math.min(width, height);
  const density = Math.min(Math.max(DPI * scale, DPI), DPI_MAX);
  return sharp(bytes, { ...LIMITS, density });
}

/** Transparent margins are cut off, so that logos fill their place. */
async function trimmed(picture: Sharp): Promise<Sharp> {
  const whole = await picture.autoOrient().ensureAlpha().png().toBuffer();
  try {
    return sharp(await sharp(whole).trim({ background: TRANSPARENT }).png().toBuffer());
  } catch {
    return sharp(whole);
  }
}

/** @throws LogoRefused */
export async function drawLogo(bytes: Buffer): Promise<Logo> {
  try {
    const picture = await trimmed(await open(bytes));
    const wide = await picture
      .clone()
      .resize({ ...WIDE, fit: 'inside' })
      .toColorspace('srgb')
      .ensureAlpha()
      .png({ palette: false })
      .toBuffer({ resolveWithObject: true });
    const icon = await picture
      .clone()
      .resize({ ...ICON, fit: 'contain', background: TRANSPARENT })
      .toColorspace('srgb')
      .ensureAlpha()
      .png({ palette: false })
      .toBuffer();
    const { width: wideWidth, height: wideHeight } = wide.info;
    return { wide: wide.data, wideWidth, wideHeight, icon };
  } catch (error) {
    if (error instanceof LogoRefused) throw error;
    throw new LogoRefused('The picture cannot be read.', { cause: error });
  }
}
