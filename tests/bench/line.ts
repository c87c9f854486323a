/** One measured value, with what it should be. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
}

let figures: Figure[] = [];

/** Prints a figure and keeps it for the process that records the run. */
export function line(name: string, value: string, goal = ''): void {
  figures.push({ name, value, goal });
  console.log(name.padEnd(52), value.padStart(16), goal);
}

/** The figures since the last call. */
export function takeFigures(): readonly Figure[] {
  const usedFigures = figures;
  figures = [];
  return usedFigures;
}

export const perSecond = (rps: number): string => `${Math.round(rps)}/s`;
