/**
 * Records every different statement that the product sends in the tests of a worker, with the parameters that have
 * equal values. The last project of a run checks them (recorded-statements.test.ts). Statements of the tests
 * themselves are not recorded.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import type { Database, Tx } from '../../../../src/platform/database/database.ts';

/** `equal` has a number for each parameter, the same for parameters with the same value. */
export type RecordedStatement = { text: string; equal: number[] };

/** Texts that differ only in the number of parameters or in literals are one statement. */
export function statementKey(text: string): string {
  return text
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(?:, ?\?)+/g, '?')
    .replaceAll(/\((?:\?|default|null|, )+\)(?:, ?\((?:\?|default|null|, )+\))+/g, '(?)');
}

const texts = new Set<string>();
const keys = new Set<string>();

function toRecorded(text: string, values: readonly unknown[]): RecordedStatement {
  const given = values.map(String);
  return { text, equal: given.map((value) => given.indexOf(value)) };
}

function note(statement: RecordedStatement): void {
  const { text } = statement;
  texts.add(text);
  const key = statementKey(text);
  if (keys.has(key)) return;
  keys.add(key);
  const folder = inject('statements');
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`);
}

/** The seeds of demo data write for all companies at once, and only on one Postgres. */
const isOfTests = (file: string | null) =>
  file === null || /\/(?:server\/test|dev\/(?:src|test))\//.test(file);

/** Returns whether a test called the function that calls this one. */
function isCalledByTest(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  Error.prepareStackTrace = (_, sites) => sites;
  // Safe because the function above returns the call sites.
  const sites = new Error('caller').stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return isOfTests(sites[2]?.getFileName() ?? null);
}

type Query = (...args: unknown[]) => unknown;

function read(first: unknown, second: unknown): void {
  const isConfig = typeof first === 'object' && first !== null && 'text' in first;
  const text = isConfig ? first.text : first;
  if (typeof text !== 'string' || (texts.has(text) && collections.size === 0)) return;
  const values = isConfig && 'values' in first && first.values ? first.values : second;
  const statement = toRecorded(text, Array.isArray(values) ? values : []);
  for (const collected of collections) collected.push(statement);
  if (!texts.has(text)) note(statement);
}

const collections = new Set<RecordedStatement[]>();

/** All statements that the product sends during the work, also those that it sent before. */
export async function collectStatements(
  work: () => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const collected: RecordedStatement[] = [];
  collections.add(collected);
  try {
    await work();
  } finally {
    collections.delete(collected);
  }
  return collected;
}

const ofTests = new WeakMap<Tx, boolean>();

function recordOn(tx: Tx, isOfTest: boolean): Tx {
  const isKnown = ofTests.has(tx);
  ofTests.set(tx, isOfTest);
  if (isKnown) return tx;
  // Safe because the driver's overloads cannot be named, and every argument is passed on unchanged.
  const client = tx.$client as unknown as { query: Query };
  const send = client.query.bind(client);
  client.query = (...args) => {
    if (ofTests.get(tx) === false) read(args[0], args[1]);
    return send(...args);
  };
  return tx;
}

function recordPool(pool: pg.Pool): void {
  // Safe because the driver's overloads cannot be named, and every argument is passed on unchanged.
  const sender = pool as unknown as { query: Query };
  const send = sender.query.bind(pool);
  sender.query = (...args) => {
    if (!isCalledByTest()) read(args[0], args[1]);
    return send(...args);
  };
}

export function recordStatements(database: Database): Database {
  recordPool(database.pool);
  return {
    ...database,
    inCompany(scope, work) {
      const isOfTest = isCalledByTest();
      return database.inCompany(scope, (tx) => work(recordOn(tx, isOfTest)));
    },
    readForCompany(scope, work) {
      const isOfTest = isCalledByTest();
      return database.readForCompany(scope, (tx) => work(recordOn(tx, isOfTest)));
    },
    readAloneInCompany(scope, work) {
      const isOfTest = isCalledByTest();
      return database.readAloneInCompany(scope, (tx) => work(recordOn(tx, isOfTest)));
    },
    asSystem(work) {
      const isOfTest = isCalledByTest();
      return database.asSystem((tx) => work(recordOn(tx, isOfTest)));
    },
    readAlone(work) {
      const isOfTest = isCalledByTest();
      return database.readAlone((tx) => work(recordOn(tx, isOfTest)));
    },
    writeAlone(work) {
      const isOfTest = isCalledByTest();
      return database.writeAlone((tx) => work(recordOn(tx, isOfTest)));
    },
    inSession(scope, work) {
      const isOfTest = isCalledByTest();
      return database.inSession(scope, ({ inTransaction }) =>
        work({ inTransaction: (part) => inTransaction((tx) => part(recordOn(tx, isOfTest))) }),
      );
    },
  };
}
