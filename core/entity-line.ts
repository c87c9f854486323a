import type { Locale } from './locale.ts';

interface Named {
  readonly legal_name: Readonly<Record<Locale, string>>;
  readonly registration_number: string;
}

/** The one line that stands at the foot of every page and letter (identity): the legal entity and its number; undefined where nobody is named. */
export function entityLine({ legal_name: names, registration_number: number }: Named, locale: Locale): string | undefined {
  const name = names[locale];
  return name === '' ? undefined : [name, number].filter((part) => part !== '').join(', ');
}
