/** The help output of `quittance`, and invalid command lines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allCommands } from '../../../src/app/cli/commands.ts';
import { useDatabase } from '../../database.ts';
import { type CommandLine, commandLine } from '../../world/command-line.ts';

const ID = '7d3c1a52-0000-4000-8000-000000000000';

const COMMANDS = await allCommands();

let quittance: CommandLine;

const fresh = useDatabase();

beforeAll(async () => {
  quittance = commandLine(fresh.url);
});

describe('Help', () => {
  it.each(COMMANDS.map(({ name }) => [name]))('the help explains %s', async (name) => {
    const { code, out } = await quittance([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: quittance ${name}`);
    expect(out).toContain(`Example: quittance ${name}`);
    expect(out).toContain('--json');
  });

  it('the help lists all groups and the commands of each group', async () => {
    const group = await quittance(['invoice', '--help']);
    expect(group.out).toContain('invoice void');
    expect(group.out).not.toContain('keys create');
    const { out } = await quittance([]);
    for (const { name } of COMMANDS) expect(out).toContain(name);
  });

  it('help and wrong usage are JSON as well', async () => {
    const help = await quittance(['company', 'list', '--help', '--json']);
    expect(JSON.parse(help.out)).toMatchObject({ usage: 'quittance company list [options]' });
    const all = JSON.parse((await quittance(['--json'])).out);
    expect(all.commands).toHaveLength(COMMANDS.length);
    expect(all.exitCodes).toMatchObject({ 2: 'wrong usage' });
    const wrong = await quittance(['invoice', '--json']);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    const message = "There is no command 'invoice'.";
    expect(JSON.parse(wrong.err)).toEqual({ error: { code: 'USAGE', message } });
  });

  it('a wrong value is refused with what would be valid', async () => {
    const { err } = await quittance(['invoice', 'list', 'harbor', '--limit', '0', '--json']);
    expect(JSON.parse(err).error.message).toBe('limit: Expected at least 1.');
  });

  it.each([
    [['invoice', 'fly', 'harbor'], 'There is no command'],
    [['invoice', 'show', 'harbor'], '<invoice> is missing'],
    [['invoice', 'show', 'harbor', 'R-1', 'more'], "'more' is one argument too many"],
    [['keys', 'create', 'harbor'], '--name is missing'],
    [['company', 'create', 'x', '--key', 'sk_test_1'], 'There is no option --key'],
    [['invoice', 'add', 'harbor', '--custmer', 'A-1'], 'Did you mean --customer?'],
    [['invioce', 'list', 'harbor'], 'Did you mean invoice?'],
    [['invoice', 'lst', 'harbor'], 'Did you mean invoice list?'],
    [['keys', 'revoke', 'harbor', '17'], "'17' is not the id of a key"],
    [
      ['payments', 'record', 'harbor', 'cash', 'Q-1', '--invoice', 'R-1=forty'],
      "'forty' is not a valid amount",
    ],
    [['webhooks', 'replay', 'harbor', ID], 'either --since or --delivery'],
  ])('the command line refuses %j with exit code 2', async (words, message) => {
    const { code, err } = await quittance(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('a command reports an unusable database with exit code 1', async () => {
    // Nothing listens on the discard port.
    const { code, err } = await commandLine('postgres://127.0.0.1:9/nowhere')(['company', 'list']);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^DATABASE_UNAVAILABLE: /),
    });
  });
});
