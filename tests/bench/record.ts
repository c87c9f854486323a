import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Figure } from './line.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');
const BEGIN = '<!-- figures of npm run bench -- --record -->';
const END = '<!-- end of figures -->';
const HEAD = ['| bench | figure | value | goal and remarks | measured |', '|---|---|---|---|---|'];

/** When and where figures were taken: those of two machines, or of a busy one, do not compare. */
function placeOf(now: Date): string {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0] ?? 0;
  return `${now.toISOString().slice(0, 10)}, ${os.availableParallelism()} x ${cpu?.model.trim() ?? 'unknown'}, load ${load.toFixed(1)} before`;
}

export const startedAt = (): string => placeOf(new Date());

/** The page with these figures in place of the earlier ones of the same benches; other rows stay. */
export function recordIn(page: string, figures: Readonly<Record<string, readonly Figure[]>>, measured: string): string {
  const [before, rest] = page.split(BEGIN);
  const [table, after] = rest?.split(END) ?? [];
  if (before === undefined || table === undefined || after === undefined) throw new Error(`${PAGE} has no place for figures`);
  const otherRows = table
    .split('\n')
    .filter((row) => row.startsWith('| ') && !HEAD.includes(row) && !Object.keys(figures).includes(row.split(' ')[1] ?? ''));
  const rows = Object.entries(figures).flatMap(([bench, found]) =>
    found.map(({ name, value, goal }) => `| ${[bench, name, value, goal, measured].join(' | ')} |`),
  );
  return [before, BEGIN, '\n', [...HEAD, ...otherRows, ...rows].join('\n'), '\n', END, after].join('');
}

export function record(figures: Readonly<Record<string, readonly Figure[]>>, measured: string): void {
  fs.writeFileSync(PAGE, recordIn(fs.readFileSync(PAGE, 'utf8'), figures, measured));
}
