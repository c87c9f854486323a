import { raw, sql, type Sql } from '#server/platform/db/db.ts';

/** One column and its member of the type in `core`. A new column needs an entry here, a migration and a check. */
interface Column {
  readonly name: string;
  readonly member: string;
  readonly type: 'text' | 'text[]' | 'int' | 'bigint' | 'numeric' | 'boolean' | 'jsonb';
}

const column = (name: string, type: Column['type']): Column => ({
  name,
  member: name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
  type,
});

export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}

export const PAYMENT_SYSTEMS: Table = {
  name: 'payment_systems',
  key: ['code'],
  columns: [
    column('code', 'text'),
    column('kind', 'text'),
    column('stage', 'text'),
    column('name', 'jsonb'),
    column('aliases', 'text[]'),
    column('currency', 'text'),
    column('asset', 'text'),
    column('income_wallet', 'text'),
    column('outcome_wallet', 'text'),
    column('market_symbol', 'text'),
    column('network', 'text'),
    column('scale', 'int'),
    column('precision', 'int'),
    column('rail', 'text'),
    column('rail_settings', 'jsonb'),
    column('min_amount', 'numeric'),
    column('max_amount', 'numeric'),
    column('reserve_buffer', 'numeric'),
    column('network_fee', 'numeric'),
    column('required_confirmations', 'int'),
    column('income_enabled', 'boolean'),
    column('outcome_enabled', 'boolean'),
    column('referal_output_enabled', 'boolean'),
    column('income_fields', 'jsonb'),
    column('outcome_fields', 'jsonb'),
    column('mark', 'jsonb'),
    column('sort', 'int'),
  ],
};

export const DIRECTIONS: Table = {
  name: 'directions',
  key: ['income_code', 'outcome_code'],
  columns: [
    column('income_code', 'text'),
    column('outcome_code', 'text'),
    column('enabled', 'boolean'),
    column('rate_type', 'text'),
    column('margin_ppm', 'int'),
    column('income_fee_ppm', 'int'),
    column('outcome_fee_ppm', 'int'),
    column('income_fee_fixed', 'numeric'),
    column('outcome_fee_fixed', 'numeric'),
    column('min_income', 'numeric'),
    column('max_income', 'numeric'),
    column('steps', 'jsonb'),
    column('margin_by_reserve', 'jsonb'),
    column('margin_by_hour', 'jsonb'),
    column('monitor_rule', 'jsonb'),
    column('tolerance_ppm', 'int'),
    column('payment_window_ms', 'bigint'),
    column('eta_minutes', 'int'),
    column('denied_countries', 'text[]'),
    column('verification', 'jsonb'),
    column('conditions', 'jsonb'),
    column('work_hours', 'jsonb'),
    column('file_flags', 'jsonb'),
    column('refund_fee_ppm', 'int'),
    column('refund_fee_fixed', 'numeric'),
  ],
};

// `bigint` columns hold milliseconds, exact as a JavaScript number; money is `numeric`
const selectExpression = ({ name, type }: Column): string => (type === 'bigint' ? `"${name}"::float8` : `"${name}"`);

const insertExpression = ({ member, type }: Column): string => {
  if (type === 'text[]') return `array(select jsonb_array_elements_text("${member}"))`;
  return type === 'jsonb' ? `nullif("${member}", 'null')` : `"${member}"`;
};

/** The select list: every column under the name of its member. */
export const selectList = ({ columns }: Table): Sql =>
  raw(columns.map((entry) => `${selectExpression(entry)} as "${entry.member}"`).join(', '));

/**
 * Inserts documents given as one JSON text, because the number of parameters of a statement is limited; `conflict` is the
 * `on conflict` clause.
 */
export function insertAll({ name, columns }: Table, documents: string, conflict: Sql): Sql {
  const names = raw(columns.map((entry) => `"${entry.name}"`).join(', '));
  const values = raw(columns.map(insertExpression).join(', '));
  const recordColumns = raw(columns.map(({ member, type }) => `"${member}" ${type === 'text[]' ? 'jsonb' : type}`).join(', '));
  return sql`insert into ${raw(name)} (${names}) select ${values}
    from jsonb_to_recordset(${documents}::jsonb) as row (${recordColumns}) ${conflict}`;
}

/** `on conflict` clause that overwrites existing rows. */
export function overwriting({ key, columns }: Table): Sql {
  const sets = columns.filter(({ name }) => !key.includes(name)).map(({ name }) => `"${name}" = excluded."${name}"`);
  return raw(`on conflict (${key.join(', ')}) do update set ${sets.join(', ')}`);
}
