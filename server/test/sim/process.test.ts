/** The operations of a simulated process run in the order in which they began (docs/proof.md). */
import { describe, expect, it } from 'vitest';
import { newProcess, runAs, runInside, runOperation } from './process.ts';

type Done = string[];

const statement = (done: Done, text: string) =>
  runOperation({ seam: 'sql', text, perform: async () => done.push(text) });

describe('A process of the simulation (docs/proof.md)', () => {
  it('a simulated process runs the requested action inside a call and then finishes the call', async () => {
    const done: Done = [];
    const call = async () => {
      await runInside(() => statement(done, 'the permit'));
      return done.push('the charge');
    };
    await runAs(newProcess('one'), () =>
      Promise.all([
        runOperation({ seam: 'call', text: 'finishAction', perform: call }),
        statement(done, 'the result'),
      ]),
    );
    expect(done).toEqual(['the permit', 'the charge', 'the result']);
  });
});
