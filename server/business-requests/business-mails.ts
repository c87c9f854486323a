import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findRequest } from './store.ts';

/** Mails to a merchant: receipt of the request, and the decision. */
export const businessMails = (deps: Pick<Deps, 'db' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'business_letters.several', { count }),
    heading: deps.t(locale, 'business_letters.several', { count }),
    lead: deps.t(locale, 'business_letters.several_lead'),
  }),
  async compose({ subject, topic }) {
    const row = await findRequest(deps.db, subject);
    // The decision may have been changed before the mail was sent
    if (row === undefined || (topic !== 'new' && row.state !== topic)) return undefined;
    const { locale, email, url, reason } = row;
    const page = `${deps.settings.publicUrl}${locale === 'en' ? '/en' : ''}/business`;
    const heading = deps.t(locale, `business_letters.${topic}.heading`);
    // Anyone can enter any mailbox, so the receipt repeats none of the input. Later mails do, as an operator has then read the request
    const site = topic === 'new' ? [] : [{ label: deps.t(locale, 'business_letters.site'), value: url }];
    const decisionReason = topic === 'new' || reason === null ? [] : [{ label: deps.t(locale, 'business_letters.reason'), value: reason }];
    return {
      to: email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: deps.t(locale, `business_letters.${topic}.lead`),
        lines: [...site, ...decisionReason],
        button: null,
      },
      line: { label: topic === 'new' ? new URL(deps.settings.publicUrl).host : url, value: heading, url: page },
      footer: deps.t(locale, 'business_letters.footer'),
    };
  },
});
