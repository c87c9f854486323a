import { isContentDocument } from '#core/content/document.ts';
import { type ContentKind, type ContentText, type ContentTexts, type Publication, publicationAt } from '#core/content/item.ts';
import { plainParagraphs, renderDocument } from '#core/content/render.ts';
import { type ContentValues, fillText } from '#core/content/variables.ts';
import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import {
  type AddressRow,
  type CategoryRow,
  type PublicationRow,
  readAddresses,
  readCategories,
  readContentRevision,
  readPublications,
} from './published-store.ts';

/** Told of by whoever changes what readers see. */
export const CONTENT_CHANNEL = 'content_changed';

/** A text as readers of one language see it now. */
export interface PublishedText {
  readonly id: string;
  readonly locale: Locale;
  readonly kind: ContentKind;
  readonly categoryId: number;
  readonly sort: number;
  /** The date that readers are told. */
  readonly publishedAt: Instant;
  /** Since when it stands as it does. */
  readonly changedAt: Instant;
  readonly text: ContentText;
  readonly texts: ContentTexts;
}

/** Published texts, in the memory of every process; what begins or ends by the clock does so at its very moment. */
export interface Content {
  /** What readers of a language see now, newest first. */
  texts(locale: Locale): readonly PublishedText[];
  /** The text at an address that it has or ever had. */
  at(form: AddressRow['form'], locale: Locale, address: string): PublishedText | undefined;
  /** In their order. */
  categories(): readonly CategoryRow[];
}

export interface LoadedContent extends Content {
  start(): Promise<void>;
  stop(): void;
  /** Reads again what has changed. */
  refresh(): Promise<void>;
}

interface Version {
  readonly categoryId: number;
  readonly texts: ContentTexts;
}
interface Item {
  readonly id: string;
  readonly kind: ContentKind;
  readonly sort: number;
  readonly publishedAt: Instant | null;
  readonly publications: readonly Publication[];
  readonly versions: ReadonlyMap<number, Version>;
}
interface Loaded {
  readonly revision: string;
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  readonly addresses: ReadonlyMap<string, string>;
  readonly categories: readonly CategoryRow[];
}

const NOTHING: Loaded = { revision: '', items: [], byId: new Map(), addresses: new Map(), categories: [] };

/** What was written passes the same check as what is sent: a document that does not is shown to nobody. */
const checked = (text: ContentText | null): ContentText | null => (text !== null && isContentDocument(text.body) ? text : null);

function itemsOf(rows: readonly PublicationRow[]): readonly Item[] {
  const byItem = Map.groupBy(rows, ({ item_id: id }) => id);
  return [...byItem.values()].flatMap((publications) => {
    const [first] = publications;
    if (first === undefined) return [];
    const versions = publications.flatMap(({ version, category_id: categoryId, texts }): [number, Version][] =>
      version === null || categoryId === null || texts === null
        ? []
        : [[version, { categoryId, texts: { ru: checked(texts.ru), en: checked(texts.en) } }]],
    );
    return [
      {
        id: first.item_id,
        kind: first.kind,
        sort: first.sort,
        publishedAt: first.published_at?.getTime() ?? null,
        publications: publications.map(({ version, begins_at: from, sequence }) => ({
          version,
          from: from.getTime(),
          sequence: Number(sequence),
        })),
        versions: new Map(versions),
      },
    ];
  });
}

const keyOf = (form: string, locale: string, address: string): string => `${form} ${locale} ${address}`;

interface ContentDeps {
  readonly db: Db;
  readonly live: Live;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** What the settings of the shop say in a language; the same object for as long as they say it. */
  readonly values: (locale: Locale) => ContentValues;
}

const filled = new WeakMap<ContentText, { readonly values: ContentValues; readonly text: ContentText }>();

/** A text with what the settings say, filled once for as long as they say the same. */
function filledText(text: ContentText, values: ContentValues): ContentText {
  const kept = filled.get(text);
  if (kept?.values === values) return kept.text;
  const made = fillText(text, values);
  filled.set(text, { values, text: made });
  return made;
}

function shownOf(item: Item, { values, clock }: Pick<ContentDeps, 'values' | 'clock'>, locale: Locale): PublishedText | undefined {
  const now = clock.now();
  const shown = publicationAt(item.publications, now);
  const version = shown?.version == null ? undefined : item.versions.get(shown.version);
  const text = version?.texts[locale];
  if (shown === undefined || version === undefined || text == null) return undefined;
  const { id, kind, sort, publishedAt } = item;
  const { categoryId, texts } = version;
  return {
    id,
    locale,
    kind,
    sort,
    categoryId,
    text: filledText(text, values(locale)),
    texts,
    publishedAt: publishedAt ?? shown.from,
    changedAt: shown.from,
  };
}

export function loadContent(deps: ContentDeps): LoadedContent {
  let loaded = NOTHING;
  const refresh = async () => {
    const revision = await readContentRevision(deps.db);
    if (revision === loaded.revision) return;
    const rows = await readPublications(deps.db, new Date(deps.clock.now()));
    const [addresses, categories] = [await readAddresses(deps.db), await readCategories(deps.db)];
    const items = itemsOf(rows);
    loaded = {
      revision,
      items,
      byId: new Map(items.map((item) => [item.id, item])),
      addresses: new Map(addresses.map((one) => [keyOf(one.form, one.locale, one.address), one.item_id])),
      categories,
    };
  };
  return {
    texts(locale) {
      const shown = loaded.items.map((item) => shownOf(item, deps, locale)).filter((one) => one !== undefined);
      return shown.toSorted((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));
    },
    at(form, locale, address) {
      const item = loaded.byId.get(loaded.addresses.get(keyOf(form, locale, address)) ?? '');
      return item === undefined ? undefined : shownOf(item, deps, locale);
    },
    categories: () => loaded.categories,
    refresh,
    ...keepFresh(deps, CONTENT_CHANNEL, refresh),
  };
}

const rendered = new WeakMap<ContentText, string>();
const told = new WeakMap<ContentText, string>();

/** A text as HTML, rendered once. */
export function htmlOf(text: ContentText): string {
  const kept = rendered.get(text);
  if (kept !== undefined) return kept;
  const html = renderDocument(text.body);
  rendered.set(text, html);
  return html;
}

/** A text's words, read once. */
export function wordsIn(text: ContentText): string {
  const kept = told.get(text);
  if (kept !== undefined) return kept;
  const words = plainParagraphs(text.body).join('\n');
  told.set(text, words);
  return words;
}

/** Where a text is asked for by its seolink: its own, else its slug. */
export const seolinkOf = ({ seolink, slug }: ContentText): string => (seolink === '' ? slug : seolink);
