import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { findRequest } from './store.ts';

/** The letters to a merchant: his request has come, and what became of it. */
export const businessLetters = (deps: Pick<Deps, 'db' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'business_letters.several', { count }),
    heading: deps.t(locale, 'business_letters.several', { count }),
    lead: deps.t(locale, 'business_letters.several_lead'),
  }),
  async tell({ subject, topic }) {
    const row = await findRequest(deps.db, subject);
    // A decision that was taken back before its letter left is none
    if (row === undefined || (topic !== 'new' && row.state !== topic)) return undefined;
    const { locale, email, url, reason } = row;
    const page = `${deps.settings.publicUrl}${locale === 'en' ? '/en' : ''}/business`;
    const heading = deps.t(locale, `business_letters.${topic}.heading`);
    // Anybody types any address for any mailbox: nothing that he typed is written to it before one of us has read it
    const site = topic === 'new' ? [] : [{ label: deps.t(locale, 'business_letters.site'), value: url }];
    const why = topic === 'new' || reason === null ? [] : [{ label: deps.t(locale, 'business_letters.reason'), value: reason }];
    return {
      to: email,
      locale,
      letter: {
        subject: heading,
        heading,
        lead: deps.t(locale, `business_letters.${topic}.lead`),
        lines: [...site, ...why],
        button: null,
      },
      line: { label: topic === 'new' ? new URL(deps.settings.publicUrl).host : url, value: heading, url: page },
      footer: deps.t(locale, 'business_letters.footer'),
    };
  },
});
