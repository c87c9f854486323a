import type { Translation } from '#office/i18n/Translation.tsx';

/** Name of a rail; one without a message is shown by its code. */
export function railName(rail: string, t: Translation['t']): string {
  const key = `office.rail.${rail}`;
  const name = t(key);
  return name === key ? rail : name;
}
