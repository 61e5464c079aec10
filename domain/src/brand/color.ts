// Conversion between sRGB hex and OKLCH, a perceptually uniform color space.

export type Hex = `#${string}`;
export type Oklch = { lightness: number; chroma: number; hue: number };

type Triple = readonly [number, number, number];

const HEX_PATTERN = /^#[0-9a-fA-F]{6}$/;

export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && HEX_PATTERN.test(value);
}

const toChannel = (hex: Hex, from: number): number =>
  Number.parseInt(hex.slice(from, from + 2), 16);

const decodeGamma = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const encodeGamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

export function toLinearRgb(hex: Hex): Triple {
  return [
    decodeGamma(toChannel(hex, 1) / 255),
    decodeGamma(toChannel(hex, 3) / 255),
    decodeGamma(toChannel(hex, 5) / 255),
  ];
}

function hexOfLinearRgb(rgb: Triple): Hex {
  const digits = rgb.map((value) => {
    const byte = Math.round(encodeGamma(Math.min(1, Math.max(0, value))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

// Both matrices are Björn Ottosson's (OKLab, 2020).
function oklabOfLinearRgb([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearRgbOfOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

export function toOklch(hex: Hex): Oklch {
  const [lightness, a, b] = oklabOfLinearRgb(toLinearRgb(hex));
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

const toOklab = ({ lightness, chroma, hue }: Oklch): Triple => [
  lightness,
  chroma * Math.cos(hue),
  chroma * Math.sin(hue),
];

const isInGamut = (rgb: Triple): boolean =>
  rgb.every((value) => value >= -0.0005 && value <= 1.0005);

export function toHex(color: Oklch): Hex {
  const rgb = linearRgbOfOklab(toOklab(color));
  if (isInGamut(rgb)) return hexOfLinearRgb(rgb);
  let low = 0;
  let high = color.chroma;
  for (let round = 0; round < 16; round += 1) {
    const middle = (low + high) / 2;
    if (isInGamut(linearRgbOfOklab(toOklab({ ...color, chroma: middle })))) low = middle;
    else high = middle;
  }
  return hexOfLinearRgb(linearRgbOfOklab(toOklab({ ...color, chroma: low })));
}
