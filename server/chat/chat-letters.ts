import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { findChatAddress } from './address.ts';
import { findThread, listMessages } from './store.ts';

/** Name of the kind; news is noted under it. */
export const CHAT_LETTER = 'chat';

/** Of a long talk a letter repeats so many answers. */
const MOST_TOLD = 5;

/** The letters that bring answers of support to whoever does not look at the talk. What he has seen meanwhile is told to nobody. */
export const chatLetters = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'chat_letters.several.subject', { count }),
    heading: deps.t(locale, 'chat_letters.several.heading', { count }),
    lead: deps.t(locale, 'chat_letters.several.lead'),
  }),
  async tell({ subject }) {
    const thread = await findThread(deps.db, subject);
    const address = thread && (await findChatAddress(deps, deps.db, thread));
    if (thread === undefined || address === undefined || thread.read_by_customer >= thread.last_nr) return undefined;
    const recent = await listMessages(deps.db, thread.id, { before: null, most: 50 });
    const answers = recent.filter(
      ({ nr, author, withdrawn_at: gone }) => nr > thread.read_by_customer && author === 'operator' && gone === null,
    );
    if (answers.length === 0) return undefined;
    const { locale, email, url } = address;
    const about = thread.order_id === null ? 'general' : 'order';
    const heading = deps.t(locale, `chat_letters.${about}.heading`, { id: thread.order_id ?? '' });
    return {
      to: email,
      locale,
      letter: {
        subject: heading,
        heading,
        lead: answers
          .slice(-MOST_TOLD)
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
