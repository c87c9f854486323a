import { headName } from '#core/ledger/chain.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { HOUR_MS, type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { findPerson } from '#server/users/queries.ts';
import { isSigned } from './links.ts';
import { findSeal, hasSeal, insertSeal, listOwners, type Seal } from './seal-store.ts';
import { findPosition } from './store.ts';

/** Kind of the mail of a day's head. Its subject: the day and the owner's id. */
export const LEDGER_HEAD_MAIL = 'ledger_head';

/** A day begins after the nightly audit has: at 4:00 UTC. */
const SEAL_HOUR_MS = 4 * HOUR_MS;
const dayOf = (at: Instant): string => toRfc3339(at - SEAL_HOUR_MS).slice(0, 10);

const HASH_GROUP = /.{16}/g;

/**
 * Stores the head of the chain once a day and mails it to the owners, if transfers were linked since the last one; not on a shop's first
 * day, and not a head that the shop did not sign.
 */
export async function sealHead(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  const now = deps.clock.now();
  const day = dayOf(now);
  if (await hasSeal(deps.db, day)) return;
  const { head } = await findPosition(deps.db);
  if (head === undefined || day <= dayOf(head.startedAt) || !isSigned(deps, head)) return;
  await deps.db.tx(async (tx) => {
    if ((await insertSeal(tx, { day, number: head.number, hash: head.hash, now })) === undefined) return;
    for (const { id, email } of await listOwners(tx)) {
      const news = { kind: LEDGER_HEAD_MAIL, subject: `${day}.${id}`, recipient: email, version: 1, topic: 'sealed', isPaid: false };
      await queueNews(tx, { ...news, changedAt: now, dueAt: now });
    }
  });
}

/** `number:hash` in groups that a mail can wrap between. */
const groupsOf = ({ number, hash }: Seal): string[] => [`${number}:`, ...(hash.toString('hex').match(HASH_GROUP) ?? [])];

/** Mails of the day's head: kept outside the shop, they reveal a ledger that was written anew. */
export const ledgerHeadMails = (deps: Pick<Deps, 'db' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'ledger_letters.several.subject', { count }),
    heading: deps.t(locale, 'ledger_letters.several.heading', { count }),
    lead: deps.t(locale, 'ledger_letters.lead'),
  }),
  async compose({ subject }) {
    const [day = '', ownerId = ''] = subject.split('.');
    const seal = await findSeal(deps.db, day);
    const owner = await findPerson(deps.db, ownerId);
    if (seal === undefined || owner === undefined || owner.isDisabled || owner.role !== 'owner') return undefined;
    const { locale } = owner;
    const t = (key: string, params?: Record<string, string>) => deps.t(locale, `ledger_letters.${key}`, params);
    const at = formatDateTime(toRfc3339(seal.mailed_at.getTime()), locale);
    const head = headName({ number: seal.number, hash: seal.hash.toString('hex') });
    const url = `${deps.settings.publicUrl}/office/audit`;
    return {
      to: owner.email,
      locale,
      email: {
        subject: t('subject', { at }),
        heading: t('heading'),
        lead: t('lead'),
        lines: [
          { label: t('head'), value: head, groups: groupsOf(seal) },
          { label: t('count'), value: String(seal.number) },
          { label: t('at'), value: t('moscow', { at }) },
        ],
        button: { label: t('open'), url },
      },
      line: { label: at, value: head, url },
      footer: t('footer'),
    };
  },
});
