/**
 * Parses the Prometheus text format (version 0.0.4) as strictly as its specification, and rejects anything that
 * could break a scraper: samples before their type, duplicate series, inconsistent histograms. Written against the
 * published grammar; contains no Prometheus code.
 */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };
export type Family = { name: string; type: string; help: string; samples: Sample[] };

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const VALUE = /^(?:[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|Inf)|NaN)$/i;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' };

function refuse(line: string, why: string): never {
  throw new Error(`${why}: ${line}`);
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? refuse(line, 'not a label');
    if (name in labels) refuse(line, 'a label twice');
    labels[name] = value.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign);
  }
  return labels;
}

function readNumber(text: string, line: string): number {
  if (!VALUE.test(text)) refuse(line, 'not a number');
  return text.endsWith('Inf') ? Number(`${text}inity`) : Number(text);
}

function readSample(line: string): Sample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? refuse(line, 'not a sample');
  return { name, labels: readLabels(labels, line), value: readNumber(value, line) };
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

function belongsTo({ name, type }: Family, sample: Sample): boolean {
  return (PARTS[type] ?? ['']).some((part) => sample.name === name + part);
}

/** Bucket counts never decrease, and the last bucket counts everything. */
function checkHistogram({ name, samples }: Family): void {
  const series = new Map<string, Sample[]>();
  for (const sample of samples.filter((each) => each.name === `${name}_bucket`)) {
    const { le: _, ...others } = sample.labels;
    const key = JSON.stringify(others);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const [key, buckets] of series) {
    const counts = buckets.map(({ value }) => value);
    const isGrowing = counts.every((count, index) => count >= (counts[index - 1] ?? 0));
    const total = samples.find(
      (each) => each.name === `${name}_count` && JSON.stringify(each.labels) === key,
    );
    const last = buckets.at(-1);
    const isWhole = last?.labels['le'] === '+Inf' && last.value === total?.value;
    if (!isGrowing || !isWhole) refuse(`${name}${key}`, 'a histogram that does not add up');
  }
}

function addSample(families: readonly Family[], seen: Set<string>, line: string): void {
  const sample = readSample(line);
  const family = families.at(-1);
  if (!family || family.type === '' || !belongsTo(family, sample)) {
    refuse(line, 'a sample without its type before it');
  }
  const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
  if (seen.has(key)) refuse(line, 'a series twice');
  seen.add(key);
  family.samples.push(sample);
}

export function readMetrics(text: string): Family[] {
  if (!text.endsWith('\n')) refuse(text.slice(-40), 'no end of line at the end');
  const families: Family[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    const last = families.at(-1);
    if (kind === 'HELP') {
      if (families.some((family) => family.name === name)) refuse(line, 'a metric twice');
      families.push({ name, type: '', help: rest, samples: [] });
    } else if (kind === 'TYPE') {
      if (last?.name !== name || !TYPES.includes(rest)) refuse(line, 'not the type of this metric');
      last.type = rest;
    } else if (!line.startsWith('#')) addSample(families, seen, line);
  }
  families.filter(({ type }) => type === 'histogram').forEach(checkHistogram);
  return families;
}
