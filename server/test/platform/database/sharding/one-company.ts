/**
 * Checks a statement as Citus plans it (ADR 0084): it goes to one server only if each distributed table in it, in each
 * subquery, is compared with the same company. A statement that crosses companies says so and why in a comment
 * (`acrossCompanies`), and has nothing that Citus cannot spread.
 */
import { readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import { CATALOG_FILE } from '../../../../src/platform/database/catalog.ts';
import {
  LOCAL_TABLES,
  REFERENCE_TABLES,
} from '../../../../src/platform/database/sharding/places.ts';
import type { RecordedStatement } from './record-statements.ts';
import {
  asKind,
  type Level,
  levelsIn,
  listEqualities,
  listSources,
  listTargets,
  nodesIn,
  plannedValue,
  type Source,
  toColumn,
  toList,
  toText,
} from './statement-tree.ts';

await loadModule();

const ONLY_ON_ONE_SERVER = /\/\* on one server: [^*]{10,} \*\//;
const DECLARED = /\/\* across companies: [^*]{10,} \*\//;

const KEY = 'company_id';

const elsewhere: readonly string[] = [...REFERENCE_TABLES, ...LOCAL_TABLES];

/** Tables with a company column, unless they are listed in another place. */
const DISTRIBUTED: ReadonlySet<string> = new Set(
  readFileSync(CATALOG_FILE, 'utf8')
    .split('\n')
    .flatMap((line) => /^column (?<table>\w+)\.company_id$/.exec(line)?.groups?.['table'] ?? [])
    .filter((table) => !elsewhere.includes(table)),
);

const isDistributed = ({ table }: Source) => table !== null && DISTRIBUTED.has(table);

const hasCompany = ({ table }: Source) =>
  table === null || DISTRIBUTED.has(table) || elsewhere.includes(table);

/** A level and those that Postgres joins it with, with the sources by which its columns are found. */
type Joined = { level: Level; sources: Source[] };

function joinedWith(level: Level): [Joined, ...Joined[]] {
  const own = { level, sources: listSources(level) };
  return level.isJoined && level.parent ? [own, ...joinedWith(level.parent)] : [own];
}

const isKey = (node: unknown) => toColumn(node)?.at(-1) === KEY;

/** The source whose company column this is: of the level itself, or of one that it is joined with. */
function findSource(node: unknown, [own, ...others]: readonly Joined[]): Source | null {
  if (!own || !isKey(node)) return null;
  const name = toColumn(node)?.at(-2);
  const found = own.sources.filter((source) => (name ? source.name === name : hasCompany(source)));
  if (found.length === 1) return found[0] ?? null;
  return name ? findSource(node, others) : null;
}

type Equal = RecordedStatement['equal'];

/** The company that a value stands for. Parameters with the same value are one company. */
function toCompany(node: unknown, equal: Equal): string | null {
  const value = plannedValue(node);
  if (!value) return null;
  return 'parameter' in value
    ? `$${equal[value.parameter - 1] ?? value.parameter}`
    : `'${value.literal}'`;
}

/** Conditions on the company of a subquery in `from` hold for the rows of the subquery. */
function companyPushedInto({ alias, parent, ...level }: Level, equal: Equal): string | null {
  const hasKey = listTargets(level).some(isKey);
  if (!alias || !parent || !hasKey) return null;
  const [source] = [...companiesIn(parent, equal)].filter(([{ name }]) => name === alias);
  return source?.[1] ?? null;
}

/** The company with which each source of a level is compared. */
function companiesIn(level: Level, equal: Equal): Map<Source, string | null> {
  const joined = joinedWith(level);
  const companies = new Map<Source, string>();
  const pushed = companyPushedInto(level, equal);
  const first = joined[0].sources.find(hasCompany);
  if (pushed && first) companies.set(first, pushed);
  const pairs = joined.flatMap((each, index) =>
    listEqualities(each.level).flatMap(([left, right]) => [
      { from: left, to: right, known: joined.slice(index) },
      { from: right, to: left, known: joined.slice(index) },
    ]),
  );
  // Each round reaches the sources that are compared with those of the one before.
  for (let count = -1; count !== companies.size; ) {
    count = companies.size;
    for (const { from, to, known } of pairs) {
      const [source, other] = [findSource(from, known), findSource(to, known)];
      const company = toCompany(to, equal) ?? (other && companies.get(other));
      if (source && company && !companies.has(source)) companies.set(source, company);
    }
  }
  return new Map(joined[0].sources.map((source) => [source, companies.get(source) ?? null]));
}

/** The companies of the inserted rows, of which a select has one. */
function insertedCompanies(level: Level, equal: Equal, select: Level | undefined) {
  const names = toList(level.fields['cols']).map((column) => asKind(column, 'ResTarget')?.['name']);
  const index = names.indexOf(KEY);
  const lists = toList(select?.fields['valuesLists']);
  const rows = lists.map((row) => toList(asKind(row, 'List')?.['items']));
  const selected = select ? [...companiesIn(select, equal).values()] : [];
  return (rows.length > 0 ? rows : [select ? listTargets(select) : []]).map(
    (row) => toCompany(row[index], equal) ?? (isKey(row[index]) ? (selected[0] ?? null) : null),
  );
}

function definedIn(levels: readonly Level[]): Set<string> {
  const withs = levels.flatMap(({ fields }) => nodesIn(fields['withClause'], 'CommonTableExpr'));
  return new Set(withs.map((cte) => toText(cte['ctename'])));
}

type Compared = { table: string; company: string | null };

/** The distributed tables of a statement, each with its company or null. */
function comparedTables(levels: readonly Level[], equal: Equal): Compared[] {
  const defined = definedIn(levels);
  return levels.flatMap((level): Compared[] => {
    if (level.kind === 'InsertStmt') {
      const [target] = listSources(level);
      const select = levels.find(({ parent, isInserted }) => parent === level && isInserted);
      if (!target || !isDistributed(target)) return [];
      const table = target.table ?? '';
      return insertedCompanies(level, equal, select).map((company) => ({ table, company }));
    }
    return [...companiesIn(level, equal)]
      .filter(([source]) => isDistributed(source) && !defined.has(source.table ?? ''))
      .map(([{ table }, company]) => ({ table: table ?? '', company }));
  });
}

/** Outside of an aggregate, Citus maps a column of `having` to another one when it spreads the statement. */
function hasBareColumn(node: unknown): boolean {
  if (asKind(node, 'FuncCall')) return false;
  if (toColumn(node)) return true;
  return typeof node === 'object' && node !== null && Object.values(node).some(hasBareColumn);
}

/** Citus refuses a subquery without `from` that refers to the statement around it, when it spreads the statement. */
const isWithoutFrom = ({ kind, fields, parent }: Level) =>
  kind === 'SelectStmt' &&
  parent !== null &&
  fields['op'] === 'SETOP_NONE' &&
  toList(fields['fromClause']).length === 0 &&
  toList(fields['valuesLists']).length === 0 &&
  nodesIn([fields['targetList'], fields['whereClause']], 'ColumnRef').length > 0;

const isBound = (tables: readonly Compared[]) =>
  tables.every(({ company }) => company !== null && company === tables[0]?.company);

export const isOfOneCompany = ({ text, equal }: RecordedStatement): boolean =>
  isBound(comparedTables(levelsIn(parseSync(text)), equal));

/** Reasons why Citus refuses the statement, or sends it to several servers. */
export function findProblems({ text, equal }: RecordedStatement): string[] {
  if (ONLY_ON_ONE_SERVER.test(text)) return [];
  const levels = levelsIn(parseSync(text));
  const tables = comparedTables(levels, equal);
  if (isBound(tables)) return [];
  const names = tables.flatMap(({ table, company }) => (company === null ? table : []));
  const problems: string[] = [];
  if (!DECLARED.test(text)) {
    const listed = [...new Set(names)].join(', ');
    problems.push(names.length > 0 ? `no company for ${listed}` : 'several companies');
  }
  for (const level of levels) {
    const isInto =
      level.kind === 'InsertStmt' && names.includes(listSources(level)[0]?.table ?? '');
    if (isInto) problems.push('an insert across companies');
    if (hasBareColumn(level.fields['havingClause'])) problems.push('a column of having');
    if (isWithoutFrom(level)) problems.push('a subquery without from');
  }
  return problems;
}

/** Citus commits what it inserts from a select in two phases, even on a single server. */
export const isInsertSelect = ({ text }: RecordedStatement): boolean =>
  levelsIn(parseSync(text)).some(
    ({ isInserted, fields }) => isInserted && toList(fields['valuesLists']).length === 0,
  );
