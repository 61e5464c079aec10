/**
 * A line of text as runs that one typeface can draw, in the order in which they stand on paper: parts
 * written from right to left are turned round here, because a PDF knows only places. Two directions,
 * as in names; nothing is nested deeper.
 */
import { typefaceFor, type Weight } from './typefaces.ts';

export type Run = { text: string; typeface: string };

type Direction = 'left to right' | 'right to left';
type Cluster = { text: string; direction: Direction | null };

/**
 * Control characters, marks that turn the direction of reading, private and unassigned letters. The
 * joiners stay: Persian and emoji are written with them.
 */
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function cleanText(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();
}

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FROM_LEFT = /[\p{L}\p{N}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function directionOf(cluster: string): Direction | null {
  if (FROM_RIGHT.test(cluster)) return 'right to left';
  return FROM_LEFT.test(cluster) ? 'left to right' : null;
}

export function clustersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Signs that come in pairs change places in what is written from right to left. */
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/** Spaces and signs go with their neighbours when these agree, and else with the line. */
function settle(clusters: readonly Cluster[], base: Direction): Cluster[] {
  const before = (index: number) =>
    clusters.slice(0, index).findLast(({ direction }) => direction)?.direction ?? base;
  const after = (index: number) =>
    clusters.slice(index).find(({ direction }) => direction)?.direction ?? base;
  return clusters.map(({ text, direction }, index) => {
    if (direction) return { text, direction };
    return { text, direction: before(index) === after(index) ? after(index) : base };
  });
}

type Stretch = { direction: Direction | null; clusters: string[] };

function stretchesOf(clusters: readonly Cluster[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { text, direction } of clusters) {
    const last = stretches.at(-1);
    if (last?.direction === direction) last.clusters.push(text);
    else stretches.push({ direction, clusters: [text] });
  }
  return stretches;
}

/** From right to left, spaces and signs are runs of their own, so that they are turned round too. */
function runsOfStretch({ direction, clusters }: Stretch, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const cluster of clusters) {
    const last = runs.at(-1);
    const typeface = typefaceFor(cluster, weight);
    const isLone = direction === 'right to left' && !FROM_RIGHT.test(cluster);
    if (last?.typeface === typeface && !isLone) last.text += cluster;
    else runs.push({ text: cluster, typeface });
  }
  return direction === 'right to left' ? runs.toReversed() : runs;
}

export function isFromRight(text: string): boolean {
  return FROM_RIGHT.test(text);
}

/** Brackets always go with the line. */
function clusterOf(text: string, base: Direction): Cluster {
  const pair = MIRRORED[text];
  if (pair === undefined) return { text, direction: directionOf(text) };
  return { text: base === 'right to left' ? pair : text, direction: base };
}

export function runsOf(text: string, weight: Weight): Run[] {
  const texts = clustersOf(text);
  const base = texts.map(directionOf).find((direction) => direction !== null) ?? 'left to right';
  const clusters = texts.map((cluster) => clusterOf(cluster, base));
  const stretches = stretchesOf(settle(clusters, base));
  const inPlace = base === 'right to left' ? stretches.toReversed() : stretches;
  return inPlace.flatMap((stretch) => runsOfStretch(stretch, weight));
}
