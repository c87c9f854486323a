import type { Translation } from '#office/i18n/Translation.tsx';

/** What a payment system or a payment goes through, as the office says it; a provider without words of ours is told by its own name. */
export function railWords(rail: string, t: Translation['t']): string {
  const key = `office.rail.${rail}`;
  const words = t(key);
  return words === key ? rail : words;
}
