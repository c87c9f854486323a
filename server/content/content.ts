import { isContentDocument } from '#core/content/document.ts';
import { type ContentKind, type ContentText, type ContentTexts, type Publication, publicationAt } from '#core/content/item.ts';
import { plainParagraphs, renderDocument } from '#core/content/render.ts';
import { type ContentValues, fillText } from '#core/content/variables.ts';
import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
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

/** Notified when published texts change. */
export const CONTENT_CHANNEL = 'content_changed';

/** A text as readers of one locale see it now. */
export interface PublishedText {
  readonly id: string;
  readonly locale: Locale;
  readonly kind: ContentKind;
  readonly categoryId: number;
  readonly sort: number;
  /** The date shown to readers. */
  readonly publishedAt: Instant;
  /** Since when this version is shown. */
  readonly changedAt: Instant;
  readonly text: ContentText;
  readonly texts: ContentTexts;
}

/** Published texts, cached in every process. Scheduled starts and ends take effect on time. */
export interface Content {
  /** Texts of a locale, newest first. */
  texts(locale: Locale): readonly PublishedText[];
  /** The text at a present or former address. */
  findByAddress(form: AddressRow['form'], locale: Locale, address: string): PublishedText | undefined;
  /** In display order. */
  categories(): readonly CategoryRow[];
}

export interface HasContent {
  /** Published news, questions and pages, from memory. */
  readonly content: Content;
}

export interface LoadedContent extends Content {
  start(): Promise<void>;
  stop(): void;
  /** Reloads the texts if the revision has changed. */
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
interface Snapshot {
  readonly revision: string;
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  readonly addresses: ReadonlyMap<string, string>;
  readonly categories: readonly CategoryRow[];
}

const EMPTY: Snapshot = { revision: '', items: [], byId: new Map(), addresses: new Map(), categories: [] };

/** Stored texts are validated like submitted ones. An invalid document is not shown. */
const validText = (text: ContentText | null): ContentText | null => (text !== null && isContentDocument(text.body) ? text : null);

function itemsOf(rows: readonly PublicationRow[]): readonly Item[] {
  const byItem = Map.groupBy(rows, ({ item_id: id }) => id);
  return [...byItem.values()].flatMap((publications) => {
    const [first] = publications;
    if (first === undefined) return [];
    const versions = publications.flatMap(({ version, category_id: categoryId, texts }): [number, Version][] =>
      version === null || categoryId === null || texts === null
        ? []
        : [[version, { categoryId, texts: { ru: validText(texts.ru), en: validText(texts.en) } }]],
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
  /** Values that texts may refer to. It is the same object until the settings change. */
  readonly values: (locale: Locale) => ContentValues;
}

const filledTexts = new WeakMap<ContentText, { readonly values: ContentValues; readonly text: ContentText }>();

/** A text with its values filled in, cached per values object. */
function filledText(text: ContentText, values: ContentValues): ContentText {
  const cached = filledTexts.get(text);
  if (cached?.values === values) return cached.text;
  const result = fillText(text, values);
  filledTexts.set(text, { values, text: result });
  return result;
}

function publishedText(item: Item, { values, clock }: Pick<ContentDeps, 'values' | 'clock'>, locale: Locale): PublishedText | undefined {
  const now = clock.now();
  const publication = publicationAt(item.publications, now);
  const version = publication?.version == null ? undefined : item.versions.get(publication.version);
  const text = version?.texts[locale];
  if (publication === undefined || version === undefined || text == null) return undefined;
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
    publishedAt: publishedAt ?? publication.from,
    changedAt: publication.from,
  };
}

export function loadContent(deps: ContentDeps): LoadedContent {
  let snapshot = EMPTY;
  const refresh = async () => {
    const revision = await readContentRevision(deps.db);
    if (revision === snapshot.revision) return;
    const rows = await readPublications(deps.db, new Date(deps.clock.now()));
    const [addresses, categories] = [await readAddresses(deps.db), await readCategories(deps.db)];
    const items = itemsOf(rows);
    snapshot = {
      revision,
      items,
      byId: new Map(items.map((item) => [item.id, item])),
      addresses: new Map(addresses.map((row) => [keyOf(row.form, row.locale, row.address), row.item_id])),
      categories,
    };
  };
  return {
    texts(locale) {
      const texts = snapshot.items.map((item) => publishedText(item, deps, locale)).filter((text) => text !== undefined);
      return texts.toSorted((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));
    },
    findByAddress(form, locale, address) {
      const item = snapshot.byId.get(snapshot.addresses.get(keyOf(form, locale, address)) ?? '');
      return item === undefined ? undefined : publishedText(item, deps, locale);
    },
    categories: () => snapshot.categories,
    refresh,
    ...keepFresh(deps, CONTENT_CHANNEL, refresh),
  };
}

const htmlCache = new WeakMap<ContentText, string>();
const plainTextCache = new WeakMap<ContentText, string>();

/** HTML of a text, cached. */
export function htmlOf(text: ContentText): string {
  const cached = htmlCache.get(text);
  if (cached !== undefined) return cached;
  const html = renderDocument(text.body);
  htmlCache.set(text, html);
  return html;
}

/** Plain text of a text, cached. */
export function plainTextOf(text: ContentText): string {
  const cached = plainTextCache.get(text);
  if (cached !== undefined) return cached;
  const plain = plainParagraphs(text.body).join('\n');
  plainTextCache.set(text, plain);
  return plain;
}

/** The seolink of a text, otherwise its slug. */
export const seolinkOf = ({ seolink, slug }: ContentText): string => (seolink === '' ? slug : seolink);
