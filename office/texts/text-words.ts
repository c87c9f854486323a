import type { OfficeTextDetail } from '#contract/office/content/texts.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

type Field = OfficeTextDetail['fields'][number];

const VARIABLE = /\{\{\w+\}\}/g;
/** Parts of an e-mail that have a name; other texts are captions, named by themselves. */
const ROLES: Readonly<Record<string, string>> = {
  subject: 'subject',
  heading: 'heading',
  lead: 'lead',
  button: 'button',
  open: 'button',
  footer: 'footer',
};
const PLURAL = /^(\w+)_(one|few|many|other)$/;

/** A text with dots in place of its variables. */
export const withoutVariables = (text: string): string => text.replaceAll(VARIABLE, '…');

/** What a field of an e-mail is, in words. */
export function fieldLabel({ name, delivered }: Pick<Field, 'name' | 'delivered'>, t: Translation['t']): string {
  const [, stem = name, plural] = PLURAL.exec(name) ?? [];
  const [base = '', ...variant] = stem.split('_');
  const role = Object.hasOwn(ROLES, base) ? ROLES[base] : undefined;
  if (role === undefined) return withoutVariables(delivered);
  const label = t(`office_texts.role.${role}`);
  const notes = [
    variant.length === 0 ? null : t('office_texts.other_case'),
    plural === undefined ? null : t(`office_texts.plural.${plural}`),
  ].filter((note) => note !== null);
  return [label, ...notes].join(', ');
}

/** Where customers see a text. */
export function placeOf(id: string, t: Translation['t']): string {
  const [namespace = '', part, detail = ''] = id.split('.');
  const letters = t(`office_texts.letters.${namespace}`);
  if (namespace === 'telegram') return letters;
  if (part === undefined || part === 'line') return t('office_texts.place.every', { letters });
  if (part === 'several') return t('office_texts.place.several', { letters });
  const key = `office.status.${detail}`;
  return part === 'status' && t(key) !== key ? t('office_texts.place.status', { letters, status: t(key) }) : letters;
}
