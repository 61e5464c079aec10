import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from './options.ts';

describe('Options of npm run bench', () => {
  it('every row is measured in two rounds if no options are given', () => {
    expect(parseOptions([])).toEqual({
      only: [],
      listsOnly: false,
      jsonPath: null,
      isFull: false,
      seconds: 4,
      rounds: 2,
      minutes: 60,
    });
  });

  it('--only accepts several row name prefixes', () => {
    expect(parseOptions(['--only', 'invoice,list/25']).only).toEqual(['invoice', 'list/25']);
    expect(parseOptions(['--only=pay/0ms/8']).only).toEqual(['pay/0ms/8']);
  });

  it('the options parser reads --list, --json, --full, --seconds, --rounds and --minutes', () => {
    const args = '--list --json out.json --full --seconds 0.5 --rounds 3 --minutes 5'.split(' ');
    expect(parseOptions(args)).toMatchObject({
      listsOnly: true,
      jsonPath: 'out.json',
      isFull: true,
      seconds: 0.5,
      rounds: 3,
      minutes: 5,
    });
  });

  it.each([['--seconds', '0'], ['--seconds', 'x'], ['--rounds', '1.5'], ['--fast'], ['pay']])(
    'the options %s %s are refused with an explanation',
    (...args) => {
      expect(() => parseOptions(args.filter(Boolean))).toThrow(UsageError);
    },
  );
});
