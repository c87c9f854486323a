import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Figure } from './line.ts';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const PAGE = path.join(DOCS, 'benchmarks.md');
const FILE = path.join(DOCS, 'figures.json');
const BEGIN = '<!-- figures of npm run bench -->';
const END = '<!-- end of figures -->';
const HEAD = ['| bench | figure | value | goal and remarks | measured |', '|---|---|---|---|---|'];

/** Share of a recorded ratio that a new one must reach. */
const HOLDS = 0.9;

/** One run of a bench: when, where and of which commit. Figures of two machines, or of a busy one, do not compare. */
export interface Run {
  /** Null: recorded before commits were. */
  readonly commit: string | null;
  /** Day, as YYYY-MM-DD. */
  readonly measured: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

export type Runs = Readonly<Record<string, Run>>;

/** Facts of a run that starts now. */
export function describeRun(): Omit<Run, 'figures'> {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0] ?? 0;
  return {
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: DOCS, encoding: 'utf8' }).trim(),
    measured: new Date().toISOString().slice(0, 10),
    machine: `${os.availableParallelism()} x ${cpu?.model.trim() ?? 'unknown'}, load ${load.toFixed(1)} before`,
  };
}

/** The page with the table of these runs. */
export function withTable(page: string, runs: Runs): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for figures`);
  const rows = Object.entries(runs).flatMap(([bench, { commit, measured, machine, figures }]) =>
    figures.map(
      ({ name, value, goal }) => `| ${[bench, name, value, goal, [measured, commit, machine].filter(Boolean).join(', ')].join(' | ')} |`,
    ),
  );
  return [before, BEGIN, '\n', [...HEAD, ...rows].join('\n'), '\n', END, after].join('');
}

const meanRatio = (figures: readonly Figure[]): number =>
  figures.reduce((sum, { ratio = 0 }) => sum + ratio, 0) / figures.filter(({ ratio }) => ratio !== undefined).length;

export const hasRatio = (figures: readonly Figure[]): boolean => figures.some(({ ratio }) => ratio !== undefined);

/** The attempt with the best ratios. */
export const bestOf = (attempts: readonly (readonly Figure[])[]): readonly Figure[] =>
  attempts.toSorted((a, b) => meanRatio(b) - meanRatio(a))[0] ?? [];

/** Ratios that fell by more than a tenth against the recorded run; a missing figure counts. */
export function fallenRatios(recorded: readonly Figure[], figures: readonly Figure[]): readonly string[] {
  return recorded.flatMap(({ name, ratio }) => {
    if (ratio === undefined) return [];
    const now = figures.find((figure) => figure.name === name)?.ratio;
    return now !== undefined && now >= ratio * HOLDS ? [] : [`${name}: ${now ?? 'not measured'}, recorded ${ratio}`];
  });
}

export const readRuns = (): Runs => JSON.parse(fs.readFileSync(FILE, 'utf8')) as Runs;

/** Writes runs to `docs/figures.json` and the table of `docs/benchmarks.md`; other benches stay. */
export function record(runs: Runs): void {
  const all = { ...readRuns(), ...runs };
  fs.writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  fs.writeFileSync(PAGE, withTable(fs.readFileSync(PAGE, 'utf8'), all));
}
