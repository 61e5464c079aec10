/** Reads what Citus has to know of a parsed statement: its levels, their tables and the equalities between columns. */

/** A node of the parser: an object with the name of its kind as the only key, or the fields of one. */
export type Fields = Readonly<Record<string, unknown>>;

const STATEMENTS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

export type Kind = (typeof STATEMENTS)[number];

export type Level = {
  kind: Kind;
  fields: Fields;
  /** The level around it, or null for the statement itself. */
  parent: Level | null;
  /** Postgres joins it with its parent: `[not] exists` among the conditions that all have to hold. */
  isJoined: boolean;
  /** The name of a subquery in `from` into which Postgres pushes conditions on its rows. */
  alias: string | null;
  /** It has the rows of an `insert`. */
  isInserted: boolean;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a node of this kind, or null for another node. */
export function asKind(node: unknown, kind: string): Fields | null {
  const fields = isFields(node) ? node[kind] : undefined;
  return isFields(fields) ? fields : null;
}

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function children(node: unknown): unknown[] {
  if (Array.isArray(node)) return node;
  return isFields(node) ? Object.values(node) : [];
}

/** The subquery of `exists` or `not exists`. */
function existing(condition: unknown): Fields[] {
  const negated = asKind(condition, 'BoolExpr');
  const bare = negated?.['boolop'] === 'NOT_EXPR' ? toList(negated['args'])[0] : condition;
  const subquery = asKind(bare, 'SubLink');
  const select = subquery && asKind(subquery['subselect'], 'SelectStmt');
  return select && subquery['subLinkType'] === 'EXISTS_SUBLINK' ? [select] : [];
}

type Around = { parent: Level | null; joined: readonly Fields[]; alias: string | null };

/** Every level of a statement: itself, and each subquery, common table expression and part of a union. */
export function levelsIn(
  node: unknown,
  around: Around = { parent: null, joined: [], alias: null },
): Level[] {
  const kind = STATEMENTS.find((each) => asKind(node, each));
  const fields = kind && asKind(node, kind);
  if (!kind || !fields) {
    const from = asKind(node, 'RangeSubselect');
    const alias = from ? readAlias(from) : around.alias;
    return children(node).flatMap((child) => levelsIn(child, { ...around, alias }));
  }
  const { parent, joined } = around;
  const alias = fields['limitCount'] ? null : around.alias;
  const isInserted = asKind(parent?.fields['selectStmt'], 'SelectStmt') === fields;
  const isJoined = joined.includes(fields);
  const level: Level = { kind, fields, parent, alias, isInserted, isJoined };
  const { larg, rarg, ...others } = fields;
  const own = conjuncts(fields['whereClause']).flatMap(existing);
  return [
    level,
    // Parts of a union are given as fields, not as nodes.
    ...[larg, rarg].flatMap((part) =>
      part ? levelsIn({ SelectStmt: part }, { parent, joined: [], alias: null }) : [],
    ),
    ...Object.values(others).flatMap((child) =>
      levelsIn(child, { parent: level, joined: own, alias: null }),
    ),
  ];
}

/** The nodes of a kind in one level, without those of subqueries. */
export function nodesIn(node: unknown, kind: string): Fields[] {
  const own = asKind(node, kind);
  const inner = children(node).flatMap((child) =>
    STATEMENTS.some((statement) => asKind(child, statement)) ? [] : nodesIn(child, kind),
  );
  return own ? [own, ...inner] : inner;
}

export const toText = (value: unknown): string =>
  String(asKind(value, 'String')?.['sval'] ?? (typeof value === 'string' ? value : ''));

export type Source = { name: string; table: string | null };

function readSource(node: unknown): Source[] {
  const range = asKind(node, 'RangeVar');
  if (range) return [toSource(range)];
  const join = asKind(node, 'JoinExpr');
  if (join) return [...readSource(join['larg']), ...readSource(join['rarg'])];
  const other = asKind(node, 'RangeSubselect') ?? asKind(node, 'RangeFunction');
  return other ? [{ name: readAlias(other), table: null }] : [];
}

const readAlias = (range: Fields): string =>
  isFields(range['alias']) ? toText(range['alias']['aliasname']) : '';

function toSource(range: Fields): Source {
  const name = toText(range['relname']);
  const schema = toText(range['schemaname']);
  const table = schema && schema !== 'public' ? `${schema}.${name}` : name;
  return { name: readAlias(range) || name, table };
}

/** The tables that a level reads and writes and, without a table, its subqueries and functions. */
export function listSources({ kind, fields }: Level): Source[] {
  const target =
    kind !== 'SelectStmt' && isFields(fields['relation']) ? [toSource(fields['relation'])] : [];
  const read = [...toList(fields['fromClause']), ...toList(fields['usingClause'])];
  return [...target, ...read.flatMap(readSource)];
}

function conjuncts(condition: unknown): unknown[] {
  const both = asKind(condition, 'BoolExpr');
  if (both?.['boolop'] === 'AND_EXPR') return toList(both['args']).flatMap(conjuncts);
  return condition === undefined ? [] : [condition];
}

function joinConditions(node: unknown): unknown[] {
  const join = asKind(node, 'JoinExpr');
  if (!join) return [];
  return [join['quals'], ...joinConditions(join['larg']), ...joinConditions(join['rarg'])];
}

/** The pairs that are equal in every row of the level: of its `where` and of its joins. */
export function listEqualities({ fields }: Level): [unknown, unknown][] {
  const read = [...toList(fields['fromClause']), ...toList(fields['usingClause'])];
  const conditions = [fields['whereClause'], ...read.flatMap(joinConditions)].flatMap(conjuncts);
  return conditions.flatMap(toPairs);
}

function toPairs(condition: unknown): [unknown, unknown][] {
  const compared = asKind(condition, 'A_Expr');
  if (!compared || toText(toList(compared['name'])[0]) !== '=') return [];
  const { lexpr: left, rexpr: right } = compared;
  if (compared['kind'] === 'AEXPR_IN') {
    const items = toList(asKind(right, 'List')?.['items']);
    return items.length === 1 ? toEqualPairs(left, items[0]) : [];
  }
  return compared['kind'] === 'AEXPR_OP' ? toEqualPairs(left, right) : [];
}

function toEqualPairs(left: unknown, right: unknown): [unknown, unknown][] {
  const [lefts, rights] = [left, right].map((side) => asKind(side, 'RowExpr')?.['args']);
  if (!lefts || !rights) return [[left, right]];
  return toList(lefts).map((each, index) => [each, toList(rights)[index]]);
}

/** The names of a column reference, such as `['invoices', 'company_id']`. */
export function toColumn(node: unknown): string[] | null {
  const column = asKind(node, 'ColumnRef');
  return column ? toList(column['fields']).map(toText) : null;
}

const withoutCast = (node: unknown): unknown => {
  const cast = asKind(node, 'TypeCast');
  return cast ? withoutCast(cast['arg']) : node;
};

/** `$n` or a literal: values that Citus knows when it plans. */
export function plannedValue(node: unknown): { parameter: number } | { literal: string } | null {
  const bare = withoutCast(node);
  const parameter = asKind(bare, 'ParamRef');
  if (parameter) return { parameter: Number(parameter['number']) };
  const literal = asKind(bare, 'A_Const');
  return literal ? { literal: JSON.stringify(literal['sval'] ?? literal['ival']) } : null;
}

/** The expressions of the columns that a level returns. */
export const listTargets = ({ fields }: Pick<Level, 'fields'>): unknown[] =>
  toList(fields['targetList']).map((target) => asKind(target, 'ResTarget')?.['val']);
