import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';
import { findEndpoint, lockEndpoint } from './endpoint-store.ts';

/** Name of the kind; news is noted under it. */
export const ENDPOINT_LETTER = 'webhook';

/** What its owner is told of an endpoint. */
export type EndpointNews = 'made' | 'rotated' | 'failing' | 'gone' | 'office';

/** Where an account's endpoints are looked after. */
export const WEBHOOKS_PATH = '/account/earnings/api/webhooks';

/** Notes a letter about an endpoint to whom it belongs; the newest news takes the place of what he was not told yet. */
export async function noteEndpointLetter(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, topic }: { readonly id: string; readonly topic: EndpointNews },
): Promise<void> {
  const endpoint = await lockEndpoint(tx, id);
  const owner = endpoint && (await findPerson(tx, endpoint.user_id));
  if (endpoint === undefined || owner === undefined) return;
  const now = deps.clock.now();
  await noteNews(tx, {
    kind: ENDPOINT_LETTER,
    subject: id,
    recipient: owner.email,
    version: endpoint.version,
    topic,
    isPaid: false,
    changedAt: now,
    dueAt: now,
  });
}

/** The letters about a partner's endpoints: a new one, another secret, one that is paused. They cannot be switched off: his orders hang on it. */
export const endpointLetters = (deps: Pick<Deps, 'db' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'webhook_letters.several.subject', { count }),
    heading: deps.t(locale, 'webhook_letters.several.heading', { count }),
    lead: deps.t(locale, 'webhook_letters.several.lead'),
  }),
  async tell({ subject, topic }) {
    const endpoint = await findEndpoint(deps.db, subject);
    const owner = endpoint && (await findPerson(deps.db, endpoint.user_id));
    if (endpoint === undefined || owner === undefined) return undefined;
    const { locale, email } = owner;
    const t = (key: string, params?: Record<string, string>) => deps.t(locale, `webhook_letters.${key}`, params);
    const url = `${deps.settings.publicUrl}${locale === 'ru' ? '' : `/${locale}`}${WEBHOOKS_PATH}`;
    const { host } = new URL(endpoint.url);
    const heading = t(`topic.${topic}.heading`, { host });
    const reason = endpoint.paused_reason;
    return {
      to: email,
      locale,
      letter: {
        subject: heading,
        heading,
        lead: t(`topic.${topic}.lead`),
        lines: [
          { label: t('host'), value: host },
          ...(topic === 'office' && reason !== null ? [{ label: t('reason'), value: reason }] : []),
        ],
        button: { label: t('open'), url },
      },
      line: { label: t('host'), value: heading, url },
      footer: t('footer'),
    };
  },
});
