/** The help of `quittance`, from its table of commands. */
import type { AnyCommand, Option } from './command.ts';

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { text: 'print JSON' },
  help: { text: 'explain the command' },
};

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}

const usageOf = ({ name, args }: AnyCommand) => ['quittance', name, ...args].join(' ');

export function helpOf(command: AnyCommand): string {
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
    ([name, { value, text, isList }]) =>
      [`--${name}${value ? ` ${value}` : ''}`, isList ? `${text}; may be repeated` : text] as const,
  );
  return [
    command.summary,
    '',
    `Usage: ${usageOf(command)} [options]`,
    '',
    'Options:',
    columns(options),
    '',
    `Example: quittance ${command.name} ${command.example}`.trimEnd(),
  ].join('\n');
}

export function overview(commands: readonly AnyCommand[]): string {
  const rows = commands.map(
    (command) => [[command.name, ...command.args].join(' '), command.summary] as const,
  );
  return [
    'Usage: quittance <command> [options]',
    '',
    columns(rows),
    '',
    'quittance <command> --help explains a command, --json prints JSON.',
    'Works on the database of DATABASE_URL, or of a running `npm start`.',
    'Exit codes: 0 done, 1 refused, failed or to be looked at, 2 wrong usage.',
  ].join('\n');
}
