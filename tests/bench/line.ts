/** One figure of the bench, with what it should be. */
export const line = (name: string, value: string, goal = ''): void => console.log(name.padEnd(52), value.padStart(16), goal);

export const perSecond = (rps: number): string => `${Math.round(rps)}/s`;
