import type { Locale } from '#core/locale.ts';

interface LegalEntity {
  readonly legal_name: Readonly<Record<Locale, string>>;
  readonly registration_number: string;
}

/** Footer text of pages and e-mails: the legal entity and its number (identity); undefined without a name. */
export function entityLine({ legal_name, registration_number }: LegalEntity, locale: Locale): string | undefined {
  const name = legal_name[locale];
  return name === '' ? undefined : [name, registration_number].filter((part) => part !== '').join(', ');
}
