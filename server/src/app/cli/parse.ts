/** Reads a command line by the table of commands. */
import { parseArgs } from 'node:util';
import { type AnyCommand, type Input, UsageError } from './command.ts';
import { allCommands, commandsOf, GROUP_NAMES } from './commands.ts';
import { hintFor } from './did-you-mean.ts';
import { COMMON_OPTIONS, helpOf, overview } from './help.ts';

export type Parsed =
  | { kind: 'help'; text: string }
  | { kind: 'command'; command: AnyCommand; input: Input; isJson: boolean };

type Value = string | boolean;
type Given = { values: Record<string, Value | Value[] | undefined>; positionals: string[] };

function inputOf({ args }: AnyCommand, given: Given): Input {
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

/** Checked before the values are read, because a mistyped option gets a hint. */
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

function parse({ options = {} }: AnyCommand, words: readonly string[]): Given {
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

/** Names are of one word or of two: 'status', 'company create'. */
function find(commands: readonly AnyCommand[], words: readonly string[]): AnyCommand | undefined {
  const [first, second] = words;
  return commands.find(({ name }) => name === first || name === `${first} ${second}`);
}

async function withoutCommand(
  words: readonly string[],
  group: readonly AnyCommand[] | null,
): Promise<Parsed> {
  const [first, second] = words;
  const text = overview(group ?? (await allCommands()));
  const isAsking = first === undefined || first === 'help' || first.startsWith('-');
  if (isAsking || words.some(isHelp)) return { kind: 'help', text };
  const named = group && second !== undefined ? `${first} ${second}` : first;
  const known = group ? group.map(({ name }) => name) : GROUP_NAMES;
  throw new UsageError(`There is no command '${named}'.${hintFor(named, known)}\n\n${text}`);
}

const isHelp = (word: string) => word === '--help' || word === '-h';

export async function parseLine(words: readonly string[]): Promise<Parsed> {
  const group = await commandsOf(words[0] ?? '');
  const command = find(group ?? [], words);
  if (!command) return withoutCommand(words, group);
  if (words.some(isHelp)) return { kind: 'help', text: helpOf(command) };
  try {
    const given = parse(command, words.slice(command.name.split(' ').length));
    const isJson = given.values['json'] === true;
    return { kind: 'command', command, input: inputOf(command, given), isJson };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n\n${helpOf(command)}`);
  }
}
