import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';
import * as store from './endpoint-store.ts';
import { findEndpoint, lockEndpoint } from './endpoint-store.ts';

/** Name of the e-mail kind, under which news is queued. */
export const ENDPOINT_EMAIL = 'webhook';

/** Events of an endpoint that its owner is mailed about. */
type EndpointNews = 'made' | 'rotated' | 'failing' | 'gone' | 'office';

/** Page of the account that lists the endpoints. */
const WEBHOOKS_PATH = '/account/earnings/api/webhooks';

/** Queues a mail to the owner of an endpoint; newer news replaces what was not sent yet. */
export async function queueEndpointMail(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, topic }: { readonly id: string; readonly topic: EndpointNews },
): Promise<void> {
  const endpoint = await lockEndpoint(tx, id);
  const owner = endpoint && (await findPerson(tx, endpoint.user_id));
  if (endpoint === undefined || owner === undefined) return;
  const now = deps.clock.now();
  await queueNews(tx, {
    kind: ENDPOINT_EMAIL,
    subject: id,
    recipient: owner.email,
    version: endpoint.version,
    topic,
    isPaid: false,
    changedAt: now,
    dueAt: now,
  });
}

/**
 * Mails about a partner's endpoints: created, secret rotated, paused. They cannot be switched off, because the partner's orders depend on
 * the endpoints.
 */
export const endpointMails = (deps: Pick<Deps, 'db' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'webhook_letters.several.subject', { count }),
    heading: deps.t(locale, 'webhook_letters.several.heading', { count }),
    lead: deps.t(locale, 'webhook_letters.several.lead'),
  }),
  async compose({ subject, topic }) {
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
      email: {
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

/** Pauses an endpoint that accepted nothing for three days or responded that it is gone, and mails its owner. */
export async function pauseAutomatically(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, by }: { readonly id: string; readonly by: 'failing' | 'gone' },
): Promise<void> {
  const now = deps.clock.now();
  if ((await store.pause(tx, id, { by, reason: null, now })) === 0) return;
  await queueEndpointMail(deps, tx, { id, topic: by });
}
