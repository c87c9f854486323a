import { CORRESPONDENT_ACCOUNT, PURPOSE } from '#core/requisites/bank-qr.ts';
import type { PoolRulesAttributes } from '#contract/office/money/pool.ts';
import { POOL_SHARINGS } from '#core/pool/requisite.ts';
import { wholeNumber } from '#office/format/figure.ts';

/** The form's values: every limit as text, empty for no limit. */
export interface RulesDraft {
  readonly sharing: PoolRulesAttributes['sharing'];
  readonly min_amount: string;
  readonly max_amount: string;
  readonly daily_amount: string;
  readonly daily_count: string;
  readonly monthly_amount: string;
  readonly monthly_count: string;
  readonly works_from: string;
  readonly works_until: string;
  readonly rest_minutes: string;
}

export const NEW_RULES: RulesDraft = {
  sharing: POOL_SHARINGS[0],
  min_amount: '',
  max_amount: '',
  daily_amount: '',
  daily_count: '',
  monthly_amount: '',
  monthly_count: '',
  works_from: '',
  works_until: '',
  rest_minutes: '0',
};

const textOf = (value: string | number | null): string => (value === null ? '' : String(value));

/** Stored rules as the form's values. */
export const draftOf = (rules: PoolRulesAttributes): RulesDraft => ({
  sharing: rules.sharing,
  min_amount: textOf(rules.min_amount),
  max_amount: textOf(rules.max_amount),
  daily_amount: textOf(rules.daily_amount),
  daily_count: textOf(rules.daily_count),
  monthly_amount: textOf(rules.monthly_amount),
  monthly_count: textOf(rules.monthly_count),
  works_from: textOf(rules.works_from),
  works_until: textOf(rules.works_until),
  rest_minutes: textOf(rules.rest_minutes),
});

const text = (input: string): string | null => (input.trim() === '' ? null : input.trim());

/** Rules that are whole numbers, with their maximum. */
const MAX = { daily_count: 100_000, monthly_count: 100_000, rest_minutes: 1440 } as const;
type WholeRule = keyof typeof MAX;
const WHOLE_RULES = ['daily_count', 'monthly_count', 'rest_minutes'] as const satisfies readonly WholeRule[];

/** Null: empty; undefined: unreadable. */
const wholeAt = (draft: RulesDraft, rule: WholeRule): number | null | undefined =>
  draft[rule].trim() === '' ? null : wholeNumber(draft[rule], MAX[rule]);

/** Fields with an unreadable number: such rules are not sent. */
export const unreadableRules = (draft: RulesDraft): readonly (keyof RulesDraft)[] =>
  WHOLE_RULES.filter((rule) => wholeAt(draft, rule) === undefined);

/** The rules to send; undefined where a field is unreadable. */
export function rulesOf(draft: RulesDraft): PoolRulesAttributes | undefined {
  const [dailyCount, monthlyCount, restMinutes] = [
    wholeAt(draft, 'daily_count'),
    wholeAt(draft, 'monthly_count'),
    wholeAt(draft, 'rest_minutes'),
  ];
  if (dailyCount === undefined || monthlyCount === undefined || restMinutes === undefined) return undefined;
  return {
    sharing: draft.sharing,
    min_amount: text(draft.min_amount),
    max_amount: text(draft.max_amount),
    daily_amount: text(draft.daily_amount),
    daily_count: dailyCount,
    monthly_amount: text(draft.monthly_amount),
    monthly_count: monthlyCount,
    works_from: text(draft.works_from),
    works_until: text(draft.works_until),
    rest_minutes: restMinutes ?? 0,
  };
}

export interface NewRequisite {
  readonly values: Readonly<Record<string, string>>;
  readonly owner_name: string;
  readonly bank: string;
}

/** Fields of a bank transfer's code: after the owner and the bank, where a line may end. */
const LAST_FIELDS: readonly string[] = [CORRESPONDENT_ACCOUNT, PURPOSE];

/** Order of the cells of a pasted line. */
export const pastedColumns = (fields: readonly string[]) => [
  ...fields.filter((field) => !LAST_FIELDS.includes(field)),
  'owner_name' as const,
  'bank' as const,
  ...fields.filter((field) => LAST_FIELDS.includes(field)),
];

/** Pasted lines, one requisite each, their cells in the order of `pastedColumns`, between semicolons or tabs. */
export const pastedRequisites = (pasted: string, fields: readonly string[]): NewRequisite[] =>
  pasted
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = line.split(/[;\t]/).map((cell) => cell.trim());
      const columns = pastedColumns(fields);
      const cellOf = (column: string) => cells[columns.indexOf(column)] ?? '';
      const values = Object.fromEntries(fields.map((field) => [field, cellOf(field)]));
      return { values, owner_name: cellOf('owner_name'), bank: cellOf('bank') };
    });
