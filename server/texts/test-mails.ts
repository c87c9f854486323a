import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';
import { textGroups } from './catalogue.ts';
import { type PreviewDeps, previewMail } from './preview-mail.ts';
import { findTestMail, insertTestMail, type TextValue } from './store.ts';

/** Kind of mail news. */
export const TEXT_TRY = 'text_try';

/** Sends an operator a test mail of unsaved texts, to their own address, browsers and chats. */
export async function sendTestMail(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  {
    textId,
    values,
    locale,
    userId,
    email,
  }: { textId: string; values: readonly TextValue[]; locale: Locale; userId: string; email: string },
): Promise<void> {
  const [id, now] = [deps.random.uuid(), deps.clock.now()];
  await insertTestMail(tx, { id, userId, textId, locale, values, now });
  const news = { kind: TEXT_TRY, subject: id, recipient: email, version: 1, topic: 'asked', isPaid: true };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now, noticeReaders: { userId } });
}

/** Test mails; each says that it is one. */
export const testMails = (deps: PreviewDeps & Pick<Deps, 'db'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'mail.several.subject', { count }),
    heading: deps.t(locale, 'mail.several.heading', { count }),
    lead: deps.t(locale, 'mail.several.lead'),
  }),
  async compose({ subject }) {
    const testMail = await findTestMail(deps.db, subject);
    const group = testMail && textGroups().find(({ id }) => id === testMail.text_id);
    const person = testMail && (await findPerson(deps.db, testMail.user_id));
    if (testMail === undefined || group === undefined || person === undefined) return undefined;
    const { locale } = testMail;
    const { footer, ...email } = previewMail(deps, { group, values: testMail.values, locale });
    const url = `${deps.settings.publicUrl}/office/texts`;
    return {
      to: person.email,
      locale,
      email,
      line: { label: deps.t(locale, 'text_letters.try'), value: email.heading, url },
      footer: deps.t(locale, 'text_letters.footer'),
      notice: { event: 'action' },
    };
  },
});
