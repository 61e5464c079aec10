/**
 * Splits a line of text into runs that one typeface can draw, in visual order. A PDF contains only positions, so
 * right-to-left text is ordered here with the Unicode Bidirectional Algorithm.
 */
import bidiFactory from 'bidi-js';
import { typefaceFor, type Weight } from './typefaces.ts';

export type Run = { text: string; typeface: string };

/**
 * Control characters, direction marks, private and unassigned characters. The joiners stay, because Persian and
 * emoji need them.
 */
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Printable Latin-1 text with single spaces needs no cleaning. */
const CLEAN = /^[!-~¡-¬®-ÿ]+(?: [!-~¡-¬®-ÿ]+)*$/;

export function cleanText(text: string): string {
  if (CLEAN.test(text)) return text;
  return text.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function splitClusters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const bidi = bidiFactory();

const isOdd = (level: number) => level % 2 === 1;

/** Latin, Greek and Cyrillic text with punctuation. Most texts match and skip the bidirectional algorithm. */
const LEFT_TO_RIGHT_ONLY = /^[\u0020-\u058f\u2010-\u2027\u2030-\u205e]*$/;

export function hasRightToLeft(text: string): boolean {
  if (LEFT_TO_RIGHT_ONLY.test(text)) return false;
  return bidi.getEmbeddingLevels(text).levels.some(isOdd);
}

type Cluster = { text: string; isRightToLeft: boolean };

function clustersInVisualOrder(text: string): Cluster[] {
  const embedding = bidi.getEmbeddingLevels(text);
  const clusters = new Map<number, Cluster>();
  for (const { segment, index } of graphemes.segment(text)) {
    const isRightToLeft = isOdd(embedding.levels[index] ?? 0);
    const mirrored = isRightToLeft ? bidi.getMirroredCharacter(segment) : null;
    clusters.set(index, { text: mirrored ?? segment, isRightToLeft });
  }
  return bidi.getReorderedIndices(text, embedding).flatMap((index) => clusters.get(index) ?? []);
}

const RIGHT_TO_LEFT_LETTERS = new Set(['R', 'AL']);

/** Right-to-left runs contain only letters, because the typeface reverses letters but not spaces and signs. */
function canJoin({ text, isRightToLeft }: Cluster): boolean {
  return !isRightToLeft || RIGHT_TO_LEFT_LETTERS.has(bidi.getBidiCharTypeName(text));
}

/** Cache size. Headings and labels repeat on every page, so most runs are found in the cache. */
const RUNS_MAX = 2000;
const known = new Map<string, readonly Run[]>();

export function splitRunsFor(text: string, weight: Weight): readonly Run[] {
  const key = `${weight} ${text}`;
  const runs = known.get(key) ?? splitRuns(text, weight);
  if (known.size >= RUNS_MAX) known.clear();
  known.set(key, runs);
  return runs;
}

function splitRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  let last: Cluster | null = null;
  for (const cluster of clustersInVisualOrder(text)) {
    const run = runs.at(-1);
    const typeface = typefaceFor(cluster.text, weight);
    const isJoined =
      run?.typeface === typeface &&
      last?.isRightToLeft === cluster.isRightToLeft &&
      canJoin(last) &&
      canJoin(cluster);
    if (!run || !isJoined) runs.push({ text: cluster.text, typeface });
    // The text of a run is in logical order. Its typeface draws it in visual order.
    else run.text = cluster.isRightToLeft ? cluster.text + run.text : run.text + cluster.text;
    last = cluster;
  }
  return runs;
}
