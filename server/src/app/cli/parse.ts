/** Parses a command line according to the table of commands. */
import { parseArgs } from 'node:util';
import { type AnyCommand, type Input, type Option, UsageError } from './command.ts';
import { allCommands, findCommands, GROUP_NAMES } from './commands.ts';

const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { text: 'print JSON' },
  help: { text: 'explain the command' },
};

type Help = { kind: 'help'; text: string; data: object };

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}

const toUsage = ({ name, args }: AnyCommand) => ['quittance', name, ...args].join(' ');

function toHelp(command: AnyCommand): Help {
  const { summary } = command;
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
    ([name, { value, text, isList }]) => ({
      option: `--${name}${value ? ` ${value}` : ''}`,
      text: isList ? `${text}; may be repeated` : text,
    }),
  );
  const usage = `${toUsage(command)} [options]`;
  const example = `quittance ${command.name} ${command.example}`.trimEnd();
  const text = [
    summary,
    '',
    `Usage: ${usage}`,
    '',
    'Options:',
    columns(options.map((one) => [one.option, one.text])),
    '',
    `Example: ${example}`,
  ].join('\n');
  return { kind: 'help', text, data: { summary, usage, options, example } };
}

const EXIT_CODES = { 0: 'done', 1: 'refused, failed or to be looked at', 2: 'wrong usage' };

function overview(commands: readonly AnyCommand[]): Help {
  const rows = commands.map(({ name, args, summary }) => ({
    command: [name, ...args].join(' '),
    summary,
  }));
  const exits = Object.entries(EXIT_CODES).map(([code, meaning]) => `${code} ${meaning}`);
  const text = [
    'Usage: quittance <command> [options]',
    '',
    columns(rows.map(({ command, summary }) => [command, summary])),
    '',
    'quittance <command> --help explains a command, --json prints JSON.',
    'Works on the database of DATABASE_URL, or of a running `npm start`.',
    `Exit codes: ${exits.join(', ')}.`,
  ].join('\n');
  return { kind: 'help', text, data: { commands: rows, exitCodes: EXIT_CODES } };
}

const MISTAKES_MAX = 2;

function mistakesBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function hintFor(word: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(word, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= MISTAKES_MAX && mistakes < candidate.length)
    .sort((left, right) => left.mistakes - right.mistakes);
  return best ? ` Did you mean ${best.candidate}?` : '';
}

export type ParseResult = Help | { kind: 'command'; command: AnyCommand; input: Input };

type Value = string | boolean;
type ParsedArgs = { values: Record<string, Value | Value[] | undefined>; positionals: string[] };

function toInput({ args }: AnyCommand, given: ParsedArgs): Input {
  const { values, positionals } = given;
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const least = args.filter((arg) => arg.startsWith('<'));
  const missing = least[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  const unused = positionals[args.length];
  if (unused !== undefined) throw new UsageError(`'${unused}' is one argument too many.`);
  return {
    args: positionals,
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw new UsageError(`--${name} is missing.`);
      return value;
    },
    list: (name) => [values[name] ?? []].flat().map(String),
    isOn: (name) => values[name] === true,
  };
}

/** Runs before the values are read because a mistyped option gets a hint. */
function refuseUnknown(words: readonly string[], known: readonly string[]): void {
  const options = words.slice(0, words.includes('--') ? words.indexOf('--') : words.length);
  for (const word of options) {
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || known.includes(name)) continue;
    const hint = hintFor(
      word,
      known.map((option) => `--${option}`),
    );
    throw new UsageError(`There is no option --${name}.${hint}`);
  }
}

function parse({ options = {} }: AnyCommand, words: readonly string[]): ParsedArgs {
  const known = Object.entries({ ...options, ...COMMON_OPTIONS });
  refuseUnknown(
    words,
    known.map(([name]) => name),
  );
  const types = known.map(([name, { value, isList }]) => [
    name,
    { type: value ? ('string' as const) : ('boolean' as const), multiple: isList === true },
  ]);
  try {
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(types),
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function find(commands: readonly AnyCommand[], words: readonly string[]): AnyCommand | undefined {
  const [first, second] = words;
  return commands.find(({ name }) => name === first || name === `${first} ${second}`);
}

async function withoutCommand(
  words: readonly string[],
  group: readonly AnyCommand[] | null,
): Promise<ParseResult> {
  const [first, second] = words;
  const help = overview(group ?? (await allCommands()));
  const isAsking = first === undefined || first === 'help' || first.startsWith('-');
  if (isAsking || words.some(isHelp)) return help;
  const isNamed = group && second !== undefined && !second.startsWith('-');
  const named = isNamed ? `${first} ${second}` : first;
  const known = group ? group.map(({ name }) => name) : GROUP_NAMES;
  throw new UsageError(`There is no command '${named}'.${hintFor(named, known)}`, help.text);
}

const isHelp = (word: string) => word === '--help' || word === '-h';

export async function parseLine(words: readonly string[]): Promise<ParseResult> {
  const group = await findCommands(words[0] ?? '');
  const command = find(group ?? [], words);
  if (!command) return withoutCommand(words, group);
  if (words.some(isHelp)) return toHelp(command);
  try {
    const given = parse(command, words.slice(command.name.split(' ').length));
    return { kind: 'command', command, input: toInput(command, given) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, toHelp(command).text);
  }
}
