import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';
import { textGroups } from './catalogue.ts';
import { type DrawDeps, drawText } from './draw-text.ts';
import { findTry, insertTry, type SaidLine } from './store.ts';

/** Name of the kind; a try is noted under it. */
export const TEXT_TRY = 'text_try';

/** Sends somebody of the office a letter as he has written it, to his own address, browsers and chats. */
export async function tryText(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { textId, values, locale, userId, email }: { textId: string; values: readonly SaidLine[]; locale: Locale; userId: string; email: string },
): Promise<void> {
  const [id, now] = [deps.random.uuid(), deps.clock.now()];
  await insertTry(tx, { id, userId, textId, locale, values, now });
  const news = { kind: TEXT_TRY, subject: id, recipient: email, version: 1, topic: 'asked', isPaid: true };
  await noteNews(tx, { ...news, changedAt: now, dueAt: now, alsoTo: { userId } });
}

/** Letters that people of the office have sent themselves; each says that it is a try. */
export const tryLetters = (deps: DrawDeps & Pick<Deps, 'db'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'mail.several.subject', { count }),
    heading: deps.t(locale, 'mail.several.heading', { count }),
    lead: deps.t(locale, 'mail.several.lead'),
  }),
  async tell({ subject }) {
    const asked = await findTry(deps.db, subject);
    const group = asked && textGroups().find(({ id }) => id === asked.text_id);
    const person = asked && (await findPerson(deps.db, asked.user_id));
    if (asked === undefined || group === undefined || person === undefined) return undefined;
    const { locale } = asked;
    const { footer, ...letter } = drawText(deps, { group, values: asked.values, locale });
    const url = `${deps.settings.publicUrl}/office/texts`;
    return {
      to: person.email,
      locale,
      letter,
      line: { label: deps.t(locale, 'text_letters.try'), value: letter.heading, url },
      footer: deps.t(locale, 'text_letters.footer'),
      notice: { event: 'action' },
    };
  },
});
