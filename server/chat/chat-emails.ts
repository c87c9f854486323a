import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findChatAddress } from './address.ts';
import { findThread, listMessages } from './store.ts';

/** Kind of mail news. */
export const CHAT_EMAIL = 'chat';

/** Newest answers quoted in one mail. */
const MAX_QUOTED = 5;

/** Mails with answers of support that the customer has not read on the page. */
export const chatEmails = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'chat_letters.several.subject', { count }),
    heading: deps.t(locale, 'chat_letters.several.heading', { count }),
    lead: deps.t(locale, 'chat_letters.several.lead'),
  }),
  async compose({ subject }) {
    const thread = await findThread(deps.db, subject);
    const address = thread && (await findChatAddress(deps, deps.db, thread));
    if (thread === undefined || address === undefined || thread.read_by_customer >= thread.last_nr) return undefined;
    const recent = await listMessages(deps.db, thread.id, { before: null, most: 50 });
    const answers = recent.filter(
      ({ nr, author, withdrawn_at: withdrawnAt }) => nr > thread.read_by_customer && author === 'operator' && withdrawnAt === null,
    );
    if (answers.length === 0) return undefined;
    const { locale, email, url } = address;
    const subjectKey = thread.order_id === null ? 'general' : 'order';
    const heading = deps.t(locale, `chat_letters.${subjectKey}.heading`, { id: thread.order_id ?? '' });
    return {
      to: email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: answers
          .slice(-MAX_QUOTED)
          .map(({ text, file_id: file }) =>
            [text, file === null ? '' : deps.t(locale, 'chat_letters.file')].filter((line) => line !== '').join('\n'),
          )
          .join('\n\n'),
        lines: [],
        button: { label: deps.t(locale, 'chat_letters.open'), url },
      },
      line: { label: deps.t(locale, 'chat_letters.line'), value: heading, url },
      footer: deps.t(locale, thread.guest_hash === null ? 'chat_letters.footer' : 'chat_letters.footer_link'),
    };
  },
});
