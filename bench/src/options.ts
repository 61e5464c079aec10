/** Command-line options of `npm run bench`. */
import { parseArgs } from 'node:util';

export type Options = {
  only: readonly string[];
  listsOnly: boolean;
  jsonPath: string | null;
  /** Uses the data sizes from the acceptance criteria instead of smaller ones. */
  isFull: boolean;
  seconds: number;
  /** How often each side is measured; the median counts. */
  rounds: number;
  minutes: number;
};

export class UsageError extends Error {
  override name = 'UsageError';
}

function positive(name: string, text: string, { whole }: { whole: boolean }): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value) && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(`--${name} is ${text}: use a ${whole ? 'whole number' : 'number'} above 0`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', default: '' },
        list: { type: 'boolean', default: false },
        json: { type: 'string' },
        full: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '4' },
        rounds: { type: 'string', default: '2' },
        minutes: { type: 'string', default: '60' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function parseOptions(args: readonly string[]): Options {
  const values = parsed(args);
  return {
    only: values.only.split(',').filter((prefix) => prefix !== ''),
    listsOnly: values.list,
    jsonPath: values.json ?? null,
    isFull: values.full,
    seconds: positive('seconds', values.seconds, { whole: false }),
    rounds: positive('rounds', values.rounds, { whole: true }),
    minutes: positive('minutes', values.minutes, { whole: true }),
  };
}
