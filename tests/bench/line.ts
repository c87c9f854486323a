/** One measured value, with its goal. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  /** The speed divided by that of the framework or database alone; higher is better. Compared between runs. */
  readonly ratio?: number;
}

let figures: Figure[] = [];

/** Prints a figure and stores it for the process that records the run. */
export function line(name: string, value: string, goal = '', ratio?: number): void {
  figures.push({ name, value, goal, ...(ratio === undefined ? {} : { ratio: Number(ratio.toFixed(3)) }) });
  console.log(name.padEnd(52), value.padStart(16), goal);
}

/** The figures since the last call. */
export function takeFigures(): readonly Figure[] {
  const usedFigures = figures;
  figures = [];
  return usedFigures;
}

export const perSecond = (rps: number): string => `${Math.round(rps)}/s`;
