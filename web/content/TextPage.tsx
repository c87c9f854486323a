import type { ContentAttributes } from '#contract/public/content.ts';
import { formatDate } from '#core/format/moment.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FEE_TABLE, FeeTable } from './FeeTable.tsx';
import type { FeeRow } from './load-texts.ts';
import { Prose } from './Prose.tsx';
import { breadcrumbs, graphOf } from './linked-data.ts';

/** A heading of a text. */
interface OutlineHeading {
  readonly id: string;
  readonly title: string;
}

const HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text of our own HTML, without tags. */
const plainText = (html: string): string =>
  html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Headings of a rendered text, for its table of contents. */
const outlineOf = (html: string): readonly OutlineHeading[] =>
  [...html.matchAll(HEADING)].map(([, id = '', title = '']) => ({ id, title: plainText(title) }));

interface TextPageProps {
  readonly text: ContentAttributes;
  readonly publicUrl: string;
  /** Table of fees below the text. */
  readonly fees?: readonly FeeRow[] | null;
}

/** Number of headings from which on a text has a table of contents. */
const MIN_HEADINGS = 4;

/** A quote that begins a text is its summary; the rest follows. A quote within a quote is left in the text. */
function splitSummary(html: string): { readonly summary: string | null; readonly rest: string } {
  const match = /^<blockquote>((?:(?!<blockquote>).)*?)<\/blockquote>/s.exec(html);
  return match === null ? { summary: null, rest: html } : { summary: match[1] ?? null, rest: html.slice(match[0].length) };
}

/** Table of contents. */
function Outline({ headings }: { readonly headings: readonly OutlineHeading[] }) {
  const { t } = useTranslation();
  if (headings.length < MIN_HEADINGS) return null;
  return (
    <nav aria-label={t('content.outline')} className="mt-6 border-l-2 border-line pl-4 print:hidden">
      <ol className="sm:columns-2">
        {headings.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a className="inline-block py-1.5 leading-5 text-muted hover:text-ink hover:underline" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A page written in the office. */
export function TextPage({ text, publicUrl, fees = null }: TextPageProps) {
  const { t, locale } = useTranslation();
  const { summary, rest } = splitSummary(text.body);
  const headings = outlineOf(rest);
  return (
    <article className="mx-auto max-w-[44rem] px-4 py-10 sm:px-6 md:py-14">
      <LinkedData value={graphOf(breadcrumbs({ publicUrl, locale }, [{ name: t('shell.name'), path: '/' }, { name: text.title }]))} />
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">{text.title}</h1>
      <p className="mt-2 text-sm text-muted">
        {t('content.changed')} <time dateTime={text.changed_at}>{formatDate(text.changed_at, locale)}</time>
      </p>
      {summary === null ? null : (
        <section aria-labelledby="summary" className="summary mt-6 rounded-tray border border-line bg-sheet p-4 sm:p-5">
          <h2 id="summary" className="font-semibold">
            {t('content.summary')}
          </h2>
          <Prose html={summary} />
        </section>
      )}
      <Outline headings={fees === null ? headings : [...headings, { id: FEE_TABLE, title: t('content.fees.title') }]} />
      <Prose html={rest} />
      {fees === null ? null : <FeeTable rows={fees} />}
    </article>
  );
}
