import { formatDateTime } from '#core/format/moment.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findInvitation, type InvitationRow } from './store.ts';

const PURPOSE = 'invitation';
const TOKEN = /^([0-9a-f-]{36})\.([\w-]{26})$/;

const signedText = ({ id, version }: Pick<InvitationRow, 'id' | 'version'>): string => `${id}:${version}`;

/** The current URL of an invitation. Its 128-bit signature cannot be derived from the database. */
export const invitationUrl = ({ secrets, settings }: Pick<Deps, 'secrets' | 'settings'>, row: InvitationRow): string =>
  `${settings.publicUrl}/office/invitation/${row.id}.${secrets.sign(PURPOSE, signedText(row))}`;

/**
 * The invitation of a token. Undefined if the token is invalid, or the invitation has expired or was accepted, withdrawn or sent again.
 */
export async function verifyInvitationToken(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  db: Queryable,
  token: string,
): Promise<InvitationRow | undefined> {
  const [, id, signature] = TOKEN.exec(token) ?? [];
  const row = id === undefined ? undefined : await findInvitation(db, id);
  if (row === undefined || signature === undefined || !secrets.verify(PURPOSE, signedText(row), signature)) return undefined;
  return row.expires_at.getTime() > clock.now() ? row : undefined;
}

/** The invitation mail, with the link that is valid when the mail is sent. */
export const invitationMails = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'staff_letters.several.subject', { count }),
    heading: deps.t(locale, 'staff_letters.several.heading', { count }),
    lead: deps.t(locale, 'staff_letters.several.lead'),
  }),
  async compose({ subject }) {
    const row = await findInvitation(deps.db, subject);
    if (row === undefined) return undefined;
    const { locale, email } = row;
    const url = invitationUrl(deps, row);
    const t = (key: string, params?: Record<string, string>) => deps.t(locale, `staff_letters.${key}`, params);
    const heading = t('heading', { shop: new URL(deps.settings.publicUrl).host });
    const until = t('moscow', { at: formatDateTime(toRfc3339(row.expires_at.getTime()), locale) });
    return {
      to: email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: t('lead', { who: row.invited_by_name }),
        lines: [
          { label: t('line.role'), value: t(`role.${row.role}`) },
          { label: t('line.until'), value: until },
        ],
        button: { label: t('open'), url },
      },
      line: { label: t('line.several'), value: heading, url },
      footer: t('footer'),
    };
  },
});
