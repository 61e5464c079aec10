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
export function ofKind(node: unknown, kind: string): Fields | null {
  const fields = isFields(node) ? node[kind] : undefined;
  return isFields(fields) ? fields : null;
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function children(node: unknown): unknown[] {
  if (Array.isArray(node)) return node;
  return isFields(node) ? Object.values(node) : [];
}

/** The subquery of `exists` or `not exists`. */
function existing(condition: unknown): Fields[] {
  const negated = ofKind(condition, 'BoolExpr');
  const bare = negated?.['boolop'] === 'NOT_EXPR' ? listOf(negated['args'])[0] : condition;
  const subquery = ofKind(bare, 'SubLink');
  const select = subquery && ofKind(subquery['subselect'], 'SelectStmt');
  return select && subquery['subLinkType'] === 'EXISTS_SUBLINK' ? [select] : [];
}

type Around = { parent: Level | null; joined: readonly Fields[]; alias: string | null };

/** Every level of a statement: itself, and each subquery, common table expression and part of a union. */
export function levelsIn(
  node: unknown,
  around: Around = { parent: null, joined: [], alias: null },
): Level[] {
  const kind = STATEMENTS.find((each) => ofKind(node, each));
  const fields = kind && ofKind(node, kind);
  if (!kind || !fields) {
    const from = ofKind(node, 'RangeSubselect');
    const alias = from ? aliasOf(from) : around.alias;
    return children(node).flatMap((child) => levelsIn(child, { ...around, alias }));
  }
  const { parent, joined } = around;
  const alias = fields['limitCount'] ? null : around.alias;
  const isInserted = ofKind(parent?.fields['selectStmt'], 'SelectStmt') === fields;
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
  const own = ofKind(node, kind);
  const inner = children(node).flatMap((child) =>
    STATEMENTS.some((statement) => ofKind(child, statement)) ? [] : nodesIn(child, kind),
  );
  return own ? [own, ...inner] : inner;
}

export const textOf = (value: unknown): string =>
  String(ofKind(value, 'String')?.['sval'] ?? (typeof value === 'string' ? value : ''));

export type Source = { name: string; table: string | null };

function sourceOf(node: unknown): Source[] {
  const range = ofKind(node, 'RangeVar');
  if (range) return [toSource(range)];
  const join = ofKind(node, 'JoinExpr');
  if (join) return [...sourceOf(join['larg']), ...sourceOf(join['rarg'])];
  const other = ofKind(node, 'RangeSubselect') ?? ofKind(node, 'RangeFunction');
  return other ? [{ name: aliasOf(other), table: null }] : [];
}

const aliasOf = (range: Fields): string =>
  isFields(range['alias']) ? textOf(range['alias']['aliasname']) : '';

function toSource(range: Fields): Source {
  const name = textOf(range['relname']);
  const schema = textOf(range['schemaname']);
  const table = schema && schema !== 'public' ? `${schema}.${name}` : name;
  return { name: aliasOf(range) || name, table };
}

/** What a level reads and writes: tables and, without a table, subqueries and functions. */
export function sourcesOf({ kind, fields }: Level): Source[] {
  const target =
    kind !== 'SelectStmt' && isFields(fields['relation']) ? [toSource(fields['relation'])] : [];
  const read = [...listOf(fields['fromClause']), ...listOf(fields['usingClause'])];
  return [...target, ...read.flatMap(sourceOf)];
}

function conjuncts(condition: unknown): unknown[] {
  const both = ofKind(condition, 'BoolExpr');
  if (both?.['boolop'] === 'AND_EXPR') return listOf(both['args']).flatMap(conjuncts);
  return condition === undefined ? [] : [condition];
}

function joinConditions(node: unknown): unknown[] {
  const join = ofKind(node, 'JoinExpr');
  if (!join) return [];
  return [join['quals'], ...joinConditions(join['larg']), ...joinConditions(join['rarg'])];
}

/** The pairs that are equal in every row of the level: of its `where` and of its joins. */
export function equalitiesOf({ fields }: Level): [unknown, unknown][] {
  const read = [...listOf(fields['fromClause']), ...listOf(fields['usingClause'])];
  const conditions = [fields['whereClause'], ...read.flatMap(joinConditions)].flatMap(conjuncts);
  return conditions.flatMap(toPairs);
}

function toPairs(condition: unknown): [unknown, unknown][] {
  const compared = ofKind(condition, 'A_Expr');
  if (!compared || textOf(listOf(compared['name'])[0]) !== '=') return [];
  const { lexpr: left, rexpr: right } = compared;
  if (compared['kind'] === 'AEXPR_IN') {
    const items = listOf(ofKind(right, 'List')?.['items']);
    return items.length === 1 ? pairsOf(left, items[0]) : [];
  }
  return compared['kind'] === 'AEXPR_OP' ? pairsOf(left, right) : [];
}

function pairsOf(left: unknown, right: unknown): [unknown, unknown][] {
  const [lefts, rights] = [left, right].map((side) => ofKind(side, 'RowExpr')?.['args']);
  if (!lefts || !rights) return [[left, right]];
  return listOf(lefts).map((each, index) => [each, listOf(rights)[index]]);
}

/** The names of a column reference, such as `['invoices', 'company_id']`. */
export function columnOf(node: unknown): string[] | null {
  const column = ofKind(node, 'ColumnRef');
  return column ? listOf(column['fields']).map(textOf) : null;
}

const withoutCast = (node: unknown): unknown => {
  const cast = ofKind(node, 'TypeCast');
  return cast ? withoutCast(cast['arg']) : node;
};

/** `$n` or a literal: values that Citus knows when it plans. */
export function plannedValue(node: unknown): { parameter: number } | { literal: string } | null {
  const bare = withoutCast(node);
  const parameter = ofKind(bare, 'ParamRef');
  if (parameter) return { parameter: Number(parameter['number']) };
  const literal = ofKind(bare, 'A_Const');
  return literal ? { literal: textOf((literal['sval'] as Fields | undefined)?.['sval']) } : null;
}

/** The expressions of the columns that a level returns. */
export const targetsOf = ({ fields }: Pick<Level, 'fields'>): unknown[] =>
  listOf(fields['targetList']).map((target) => ofKind(target, 'ResTarget')?.['val']);
