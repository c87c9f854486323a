export interface Contacts {
  readonly email: string | null;
  readonly phone: string | null;
  readonly telegram: string | null;
  /** Support hours in the language of the page; empty: not set. */
  readonly hours: string;
}

/** Links to those contacts that are set. */
export const contactLinks = ({ email, phone, telegram }: Pick<Contacts, 'email' | 'phone' | 'telegram'>) =>
  [
    { kind: 'email', text: email, href: `mailto:${email}` },
    { kind: 'phone', text: phone, href: `tel:${phone?.replaceAll(/[^+\d]/g, '')}` },
    {
      kind: 'telegram',
      text: telegram === null ? null : `@${telegram.replace(/^@/, '')}`,
      href: `https://t.me/${telegram?.replace(/^@/, '')}`,
    },
  ].filter(({ text }) => text !== null);
