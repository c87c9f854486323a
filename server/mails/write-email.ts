import type { Locale } from '#core/locale.ts';
import { entityLine } from '#core/text/entity-line.ts';
import type { Deps } from '#server/deps.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import type { EmailContent, EmailKind, EmailKinds, MergedTexts, News } from './email-kind.ts';
import { type Email, type EmailText, renderEmail } from './email.ts';
import { unsubscribeUrlOf } from './unsubscribe.ts';

export interface RenderedEmail {
  readonly email: EmailText;
  readonly locale: string;
  /** The Message-ID. A repeated mail has the same one, so that receivers can detect it. */
  readonly id: string;
  readonly to: string;
  readonly news: readonly News[];
  readonly headers: Readonly<Record<string, string>>;
}

type WriteDeps = Pick<Deps, 'secrets' | 'settings' | 'shop' | 't'>;

const unsubscribeOf = (deps: WriteDeps, { choice, to, locale }: EmailContent): Email['unsubscribe'] =>
  choice === undefined
    ? undefined
    : { label: deps.t(locale, `mail.off.${choice}`), url: unsubscribeUrlOf(deps, { recipient: to, choice, locale }) };

const singleEmail = (deps: WriteDeps, content: EmailContent): Email => ({
  ...content.email,
  locale: content.locale,
  footer: emailFooter(deps, content.locale, [content.footer]),
  unsubscribe: unsubscribeOf(deps, content),
});

/** Headers for one-click unsubscribe (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: Email): RenderedEmail['headers'] =>
  unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** The common kind of all news. Undefined if the kinds differ. */
function kindOf(kinds: EmailKinds, news: readonly News[]): EmailKind | undefined {
  const [only, ...others] = new Set(news.map(({ kind }) => kind));
  return only === undefined || others.length > 0 ? undefined : kinds[only];
}

function idOf({ secrets }: WriteDeps, news: readonly News[]): string {
  const names = news.map(({ kind, subject, version }) => `${kind}.${subject}.${version}`);
  return names.length === 1 ? `${names[0]}` : `m.${secrets.fingerprint(names.join()).toString('hex').slice(0, 32)}`;
}

export interface ComposedNews {
  readonly news: News;
  readonly content: EmailContent;
}

/** Composed contents, news without content, and news that failed this time. */
export interface ComposeResult {
  readonly composed: readonly ComposedNews[];
  readonly obsolete: readonly News[];
  readonly failed: readonly News[];
}

/** Composes contents by kind. After a failure only the failed news stays queued. */
export async function composeNews(log: Deps['log'], kinds: EmailKinds, all: readonly News[]): Promise<ComposeResult> {
  const results = await Promise.all(
    all.map(async (news) => {
      try {
        return { news, content: await kinds[news.kind]?.compose(news), isBroken: kinds[news.kind] === undefined };
      } catch (error) {
        logFailure(log, { error, letter: news.kind, subject: news.subject }, 'letter_not_written');
        return { news, content: undefined, isBroken: true };
      }
    }),
  );
  return {
    composed: results.flatMap(({ news, content }) => (content === undefined ? [] : [{ news, content }])),
    obsolete: results.flatMap(({ news, content, isBroken }) => (content === undefined && !isBroken ? [news] : [])),
    failed: results.flatMap(({ news, isBroken }) => (isBroken ? [news] : [])),
  };
}

/** What a mail needs besides its contents. */
export interface WriteOptions {
  readonly kinds: EmailKinds;
  /** The recipient's anti-phishing code (domain 9, "Mail"). Null if none is chosen. */
  readonly code: string | null;
}

/** Renders the mail of one content, or a merged one. */
export function writeEmail(
  deps: WriteDeps,
  { kinds, code }: WriteOptions,
  [first, ...others]: readonly [ComposedNews, ...ComposedNews[]],
): RenderedEmail {
  const all = [first, ...others];
  const news = all.map(({ news }) => news);
  const contents = all.map(({ content }) => content);
  const base = others.length === 0 ? singleEmail(deps, first.content) : mergedEmail(deps, contents, kindOf(kinds, news));
  const email = code === null ? base : { ...base, footer: [...base.footer, deps.t(base.locale, 'mail.code', { code })] };
  return {
    email: renderEmail(email),
    locale: email.locale,
    id: idOf(deps, news),
    to: first.content.to,
    news,
    headers: unsubscribeHeaders(email),
  };
}

/** The footer of every mail: notes about its links, support contact, brand and legal entity. */
export function emailFooter(
  { settings, shop, t }: Pick<Deps, 'settings' | 'shop' | 't'>,
  locale: Locale,
  linkNotes: readonly string[],
): readonly string[] {
  const { publicUrl } = settings;
  const supportEmail = shop.of('contacts').email ?? settings.supportEmail;
  const entity = entityLine(shop.of('entity'), locale);
  const site = new URL(publicUrl).host;
  return [
    ...new Set(linkNotes),
    supportEmail === null ? t(locale, 'mail.support_none') : t(locale, 'mail.support', { email: supportEmail }),
    t(locale, 'mail.brand', { site }),
    ...(entity === undefined ? [] : [entity]),
  ];
}

const defaultTexts = ({ t }: Pick<Deps, 't'>, locale: Locale, count: number): MergedTexts => ({
  subject: t(locale, 'mail.several.subject', { count }),
  heading: t(locale, 'mail.several.heading', { count }),
  lead: t(locale, 'mail.several.lead'),
});

/** One mail for several contents of one address, when the daily allowance does not allow one each. `kind`: their common kind, if any. */
function mergedEmail(deps: Pick<Deps, 'settings' | 'shop' | 't'>, contents: readonly EmailContent[], kind: EmailKind | undefined): Email {
  const locale = contents.at(-1)?.locale ?? 'ru';
  const count = contents.length;
  return {
    locale,
    ...(kind?.mergedTexts(locale, count) ?? defaultTexts(deps, locale, count)),
    lines: contents.map(({ line }) => line),
    button: null,
    footer: emailFooter(
      deps,
      locale,
      contents.map(({ footer }) => footer),
    ),
  };
}
