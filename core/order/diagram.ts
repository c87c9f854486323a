import { MOVES, MOVE_NAMES, type Move } from './lifecycle.ts';
import { isFinal, ORDER_STATUSES, STATUS_GROUP } from './status.ts';

const edges = (): string[] => {
  const lines: string[] = [];
  for (const name of MOVE_NAMES) {
    const move: Move = MOVES[name];
    for (const from of move.from)
      lines.push(`  ${from === 'new' ? '[*]' : from} --> ${move.to}: ${move.row} ${name} (${move.by.join(', ')})`);
  }
  return lines;
};

const ends = (): string[] => ORDER_STATUSES.filter(isFinal).map((status) => `  ${status} --> [*]`);

const table = (): string[] =>
  MOVE_NAMES.map((name) => {
    const move: Move = MOVES[name];
    return `| ${move.row} | \`${name}\` | ${move.from.join(', ')} | ${move.to} | ${move.by.join(', ')} |`;
  });

/** The documented lifecycle, written from the table of moves: `docs/lifecycle.md` is exactly this text (a house test compares them). */
export const lifecycleDocument = (): string =>
  [
    '# The life of an order',
    '',
    'Generated from `core/order/lifecycle.ts` by `npm run docs`; do not edit by hand.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...edges(),
    ...ends(),
    '```',
    '',
    '| Row | Move | From | To | By |',
    '|---|---|---|---|---|',
    ...table(),
    '',
    '| State | Group | Final |',
    '|---|---|---|',
    ...ORDER_STATUSES.map((status) => `| \`${status}\` | ${STATUS_GROUP[status]} | ${isFinal(status) ? 'yes' : ''} |`),
    '',
  ].join('\n');
