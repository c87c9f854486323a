import { MOVES } from './lifecycle.ts';
import { EXCHANGE_STATUSES, isFinal, type OrderStatus, STATUS_GROUP } from './status.ts';
import { WITHDRAWAL_MOVES, WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';

interface Row {
  readonly row: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly by: readonly string[];
}
type Moves = Readonly<Record<string, Row>>;

const edges = (moves: Moves): string[] =>
  Object.entries(moves).flatMap(([name, { row, from, to, by }]) =>
    from.map((state) => `  ${state === 'new' ? '[*]' : state} --> ${to}: ${row} ${name} (${by.join(', ')})`),
  );

const diagram = (moves: Moves, statuses: readonly OrderStatus[]): string[] => [
  '```mermaid',
  'stateDiagram-v2',
  ...edges(moves),
  ...statuses.filter(isFinal).map((status) => `  ${status} --> [*]`),
  '```',
];

const tables = (moves: Moves, statuses: readonly OrderStatus[]): string[] => [
  '| Row | Move | From | To | By |',
  '|---|---|---|---|---|',
  ...Object.entries(moves).map(
    ([name, { row, from, to, by }]) => `| ${row} | \`${name}\` | ${from.join(', ')} | ${to} | ${by.join(', ')} |`,
  ),
  '',
  '| State | Group | Final |',
  '|---|---|---|',
  ...statuses.map((status) => `| \`${status}\` | ${STATUS_GROUP[status]} | ${isFinal(status) ? 'yes' : ''} |`),
];

/** The text of `docs/lifecycle.md`, generated from the tables of moves (a boundary test compares them). */
export const lifecycleDocument = (): string =>
  [
    '# The life of an order',
    '',
    'Generated from `core/order/lifecycle.ts` and `core/withdrawal/lifecycle.ts` by `npm run docs`; do not edit by hand.',
    '',
    ...diagram(MOVES, EXCHANGE_STATUSES),
    '',
    ...tables(MOVES, EXCHANGE_STATUSES),
    '',
    '# The life of a withdrawal',
    '',
    ...diagram(WITHDRAWAL_MOVES, WITHDRAWAL_STATUSES),
    '',
    ...tables(WITHDRAWAL_MOVES, WITHDRAWAL_STATUSES),
    '',
  ].join('\n');
