import type { SwitchAttributes } from '#contract/office/shop/switches.ts';
import { hasSides } from '#core/staff/switches.ts';
import type { Translation } from '#office/i18n/Translation.tsx';
import type { Draft } from './draft.ts';

/** What is off, in one line: "Payment system SBERRUB, taking money". */
export function switchTitle({ kind, subject, side }: Pick<SwitchAttributes, 'kind' | 'subject' | 'side'>, t: Translation['t']): string {
  const name = subject === null ? '' : ` ${subject.replace('>', ' › ')}`;
  return `${t(`switches.kind.${kind}`)}${name}${hasSides(kind) ? `, ${t(`switches.side.${side}`)}` : ''}`;
}

/** From when and for how long, as the form has it: "At once, for 1 hour". */
export function switchPeriod({ from, lasts, until }: Pick<Draft, 'from' | 'lasts' | 'until'>, t: Translation['t']): string {
  const moment = (value: string) => value.replace('T', ' ');
  const start = from === '' ? t('switches.close_shop.at_once') : t('switches.close_shop.from', { at: moment(from) });
  if (lasts === 'until') return `${start}, ${t('switches.until_at', { at: moment(until) })}.`;
  return `${start}, ${lasts === 'open' ? t('switches.until_on') : t('switches.close_shop.for', { time: t(`switches.lasting.${lasts}`) })}.`;
}
