/** `quittance staff`: access for the first owner of a company (R75). */
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../database.ts';
import { type CommandLine, commandLine, toAnswer } from '../../world/command-line.ts';

const KEY = 'sk_test_sandbox_harbor';
const ACCOUNT = [
  '--processor',
  'payengine',
  '--merchant-id',
  'mer_sandbox_harbor',
  '--public-key',
  'pk_test_sandbox_harbor',
];

let quittance: CommandLine;

const fresh = useDatabase();

beforeAll(async () => {
  quittance = commandLine(fresh.url);
  await toAnswer(quittance, ['company', 'create', 'harbor', '--name', 'Harbor', ...ACCOUNT], KEY);
});

const invite = (email: string, ...more: string[]) =>
  toAnswer(quittance, ['staff', 'invite', 'harbor', email, '--name', 'Olivia Owens', ...more]);

it('the operator invites the first owner, lists the team and removes a member', async () => {
  const owner = await invite('olivia@example.com');
  expect(owner).toMatchObject({ role: 'owner', status: 'INVITED' });
  const clerk = await invite('carlos@example.com', '--role', 'clerk');
  const again = await invite('Carlos@example.com', '--role', 'viewer');
  expect([again.id, again.role]).toEqual([clerk.id, 'viewer']);
  const team = await toAnswer(quittance, ['staff', 'list', 'harbor']);
  expect(team.map(({ email }: { email: string }) => email)).toEqual([
    'olivia@example.com',
    'carlos@example.com',
  ]);
  await toAnswer(quittance, ['staff', 'remove', 'harbor', clerk.id]);
  expect(await toAnswer(quittance, ['staff', 'list', 'harbor'])).toHaveLength(1);
  const { rows } = await fresh.database.pool.query<{ line: string }>(
    `select actor || ' ' || action as line from audit where action like 'staff.%' order by id`,
  );
  expect(rows.map(({ line }) => line)).toEqual([
    ...Array.from({ length: 3 }, () => 'operator staff.invited'),
    'operator staff.removed',
  ]);
});

it('the staff command reports an invalid role, address or member', async () => {
  const wrong = async (...words: string[]) => (await quittance(['staff', ...words])).code;
  const name = ['--name', 'Ida'];
  expect(await wrong('invite', 'harbor', 'ida@example.com', ...name, '--role', 'boss')).not.toBe(0);
  expect(await wrong('invite', 'harbor', 'ida', ...name)).not.toBe(0);
  expect(await wrong('invite', 'nobody', 'ida@example.com', ...name)).not.toBe(0);
  expect(await wrong('remove', 'harbor', 'ida')).not.toBe(0);
});
