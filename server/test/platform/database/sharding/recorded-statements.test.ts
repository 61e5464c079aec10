/**
 * Every statement that the tests of this run sent goes to the server of one company, or says why it does not (ADR
 * 0084). Runs after the other projects.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { findProblems } from './one-company.ts';
import { type RecordedStatement, statementKey } from './record-statements.ts';

const folder = inject('statements');

function readRecorded(): RecordedStatement[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const lines = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
  const recorded = lines.map((line): RecordedStatement => JSON.parse(line));
  // The workers of a run send the same statements.
  return [...new Map(recorded.map((each) => [statementKey(each.text), each])).values()];
}

describe('The statements of the product (ADR 0084)', () => {
  it('a statement is about one company, or declares why it is about all', () => {
    const found = readRecorded().flatMap((statement) => {
      const problems = findProblems(statement);
      return problems.length > 0 ? [`${problems.join('; ')}: ${statement.text}`] : [];
    });
    expect(found).toEqual([]);
  });
});
