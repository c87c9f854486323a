import type { SwitchAttributes } from '#contract/office-switches.ts';
import { hasSides } from '#core/switches.ts';
import type { Words } from '#office/words/Words.tsx';

/** What is off, in one line: "Payment system SBERRUB, taking money". */
export function whatIsOff({ kind, subject, side }: Pick<SwitchAttributes, 'kind' | 'subject' | 'side'>, t: Words['t']): string {
  const name = subject === null ? '' : ` ${subject.replace('>', ' › ')}`;
  return `${t(`switches.kind.${kind}`)}${name}${hasSides(kind) ? `, ${t(`switches.side.${side}`)}` : ''}`;
}
