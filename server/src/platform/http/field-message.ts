/** Sentences for values that a schema refuses: what would be valid. */
import { z } from 'zod';

const issueSchema = z.looseObject({
  code: z.string().optional(),
  message: z.string().optional(),
  path: z.array(z.unknown()).optional(),
  expected: z.string().optional(),
  values: z.array(z.unknown()).optional(),
  keys: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  origin: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  errors: z.array(z.array(z.unknown())).optional(),
  issues: z.array(z.unknown()).optional(),
});
type Issue = z.infer<typeof issueSchema> & { known?: readonly string[] };

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an ID such as 3f6c1f0a-9f0e-4c8e-8a53-0d6f5a1e7b21',
  datetime: 'a time such as 2026-11-16T15:04:05Z',
  date: 'a date such as 2026-12-15',
  email: 'an email address such as ada@example.com',
  url: 'an address such as https://example.com/hook',
};

/** Dates are texts with a pattern. */
const DATE_PATTERN = String.raw`/^\d{4}-\d{2}-\d{2}$/`;

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

const LISTED_MAX = 40;

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, LISTED_MAX).map(String).join(', ');
  return values.length > LISTED_MAX ? `${shown}, and others` : shown;
}

function ofType({ expected, message = '' }: Issue): string {
  const type = TYPES[String(expected)] ?? String(expected);
  return message.endsWith('received undefined')
    ? `Missing. Expected ${type}.`
    : `Expected ${type}.`;
}

function ofSize({ minimum, maximum, origin = '' }: Issue): string {
  const unit = UNITS[origin] ?? '';
  if (minimum !== undefined) {
    return unit !== '' && minimum === 1
      ? 'Must not be empty.'
      : `Expected at least ${minimum}${unit}.`;
  }
  return `Expected at most ${maximum}${unit}.`;
}

const parseIssues = (issues: readonly unknown[]): Issue[] =>
  z.array(issueSchema).safeParse(issues).data ?? [];

function toPathSentence(issue: Issue): string {
  const path = (issue.path ?? []).join('.');
  return path === '' ? toSentence(issue) : `${path}: ${toSentence(issue)}`;
}

/** An alternative of another type is unlikely to be meant, and one with more problems less likely. */
const computeDistance = (issues: readonly Issue[]): number =>
  issues.some(({ code, path }) => code === 'invalid_type' && path?.length === 0)
    ? Number.POSITIVE_INFINITY
    : issues.length;

function toNearestAlternative({ errors = [], message = '' }: Issue): string {
  const [first = [], ...others] = errors.map(parseIssues);
  const nearest = others.reduce(
    (best, other) => (computeDistance(other) < computeDistance(best) ? other : best),
    first,
  );
  return nearest.map(toPathSentence).join(' ') || message;
}

function toUnknown({ keys = [], known = [] }: Issue): string {
  const unknown = `Unknown: ${listed(keys)}.`;
  return known.length === 0 ? unknown : `${unknown} Expected only: ${listed(known)}.`;
}

function toSentence(issue: Issue): string {
  const { code, message = 'Is not valid.' } = issue;
  switch (code) {
    case 'invalid_type':
      return ofType(issue);
    case 'invalid_value':
      return issue.values ? `Expected one of: ${listed(issue.values)}.` : message;
    case 'too_small':
    case 'too_big':
      return ofSize(issue);
    case 'unrecognized_keys':
      return toUnknown(issue);
    case 'invalid_format': {
      const format = FORMATS[issue.pattern === DATE_PATTERN ? 'date' : (issue.format ?? '')];
      return format ? `Expected ${format}.` : message;
    }
    case 'invalid_union':
      return toNearestAlternative(issue);
    case 'invalid_key':
      return parseIssues(issue.issues ?? []).map(toSentence)[0] ?? message;
    default:
      return message;
  }
}

type Refused = { keyword?: string | undefined; message?: string | undefined; params?: unknown };

/** `params` are those of the schema library's issue; `known` are the names that an object may have. */
export function toFieldMessage(
  { keyword, message, params }: Refused,
  known: readonly string[] = [],
): string {
  const issue = issueSchema.safeParse({ ...Object(params), code: keyword, message }).data;
  return issue ? toSentence({ ...issue, known }) : (message ?? 'Is not valid.');
}
