import sharp from 'sharp';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContentAttributes } from '#contract/public/content.ts';
import type { ContentItemAttributes } from '#contract/office/content/content.ts';
import type { OfficeCategoryAttributes } from '#contract/office/content/content-parts.ts';
import { HOUR_MS } from '#core/time.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeContentCategoryRoutes } from './category-routes.ts';
import type { LoadedContent } from './content.ts';
import { newsFeed } from './feed.ts';
import { officeContentImageRoutes } from './images.ts';
import { officeContentRoutes } from './office-routes.ts';
import { contentRoutes } from './routes.ts';

const ITEMS = '/api/office/v1/content_items';
const CATEGORIES = '/api/office/v1/content_categories';

let world: World;
let office: Office;
let writer: Person;
let colleague: Person;

beforeAll(async () => {
  world = await createWorld();
  const { deps } = world;
  const routes = [contentRoutes, officeContentRoutes, officeContentCategoryRoutes, officeContentImageRoutes];
  office = await createOffice(
    world,
    routes.flatMap((make) => make(deps)),
  );
  writer = await office.person('content', 'Nina');
  colleague = await office.person('content', 'Boris');
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

type Item = ContentItemAttributes;
const bodyOf = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });
const textOf = (title: string, slug: string, words = title) => ({
  title,
  slug,
  seolink: '',
  excerpt: '',
  body: bodyOf(words),
  seo: { title: '', description: '' },
});

const create = async (category: string): Promise<string> => (await writer.send<Item>('POST', ITEMS, { category_id: category })).one.id;
async function write(id: string, revision: number, texts: { ru: object | null; en: object | null }, more: object = {}, by = writer) {
  const { one } = await by.send<Item>('GET', `${ITEMS}/${id}`);
  const { category_id, sort } = one.attributes;
  return await by.send<Item>('PUT', `${ITEMS}/${id}/draft`, { revision, category_id, sort, ...texts, ...more });
}
const command = (id: string, name: string, body: object, by = writer) => by.send<Item>('POST', `${ITEMS}/${id}/${name}`, body);

/** A guest's response once this process was notified of the change. */
async function read(url: string) {
  await (world.deps.content as LoadedContent).refresh();
  return await office.guest.send<ContentAttributes>('GET', `/api/v1/${url}`);
}
const slugs = async (url: string) => (await read(url)).rows.map(({ attributes }) => attributes.slug);

async function published(category: string, ru: object | null, en: object | null = null, more: object = {}): Promise<string> {
  const id = await create(category);
  await write(id, 1, { ru, en });
  const done = await command(id, 'publish', { revision: 2, ...more });
  expect(done.status, JSON.stringify(done.error)).toBe(200);
  return id;
}

test('news are listed by month, category and page, per language; scheduled texts begin and end on time', async () => {
  const { one: category } = await writer.send<OfficeCategoryAttributes>('POST', CATEGORIES, {
    kind: 'news',
    name: { ru: 'Сети', en: 'Networks' },
    slug: 'networks',
    sort: 1,
  });
  await published('2', textOf('Открылись', 'otkrylis'), textOf('We are open', 'we-are-open'), { from: '2025-10-31T22:00:00Z' });
  await published(category.id, textOf('TON', 'ton'), null, { from: '2025-11-10T10:00:00Z' });
  expect(await slugs('content?category_id=2&per=50&locale=ru&year=2025&month=11')).toEqual(['ton', 'otkrylis']);
  expect(await slugs('content?category_id=2&per=1&page=2&locale=ru')).toEqual(['otkrylis']);
  expect(await slugs(`content?category_id=${category.id}&locale=ru`)).toEqual(['ton']);
  expect(await slugs('news_items?locale=ru&sort=published_at&page=2&per=1')).toEqual(['ton']);
  expect(await slugs('news_items?locale=en')).toEqual(['we-are-open']);
  const months = await read('news_months?locale=ru');
  expect(months.rows.map(({ attributes }) => attributes)).toEqual([{ year: 2025, month: 11, count: 2 }]);
  expect((await read('categories/news?locale=en')).rows.map(({ id }) => id)).toEqual(['2']);
  expect((await read('content/by_slug/ton?locale=en')).status).toBe(404);

  const [from, until] = [1, 2].map((hours) => new Date(world.deps.clock.now() + hours * HOUR_MS).toISOString());
  const id = await published('2', textOf('Ночь', 'noch'), null, { from, until });
  const state = async () => (await writer.send<Item>('GET', `${ITEMS}/${id}`)).one.attributes;
  expect(await state()).toMatchObject({ state: 'scheduled', next: 'publish', next_at: from });
  expect((await read('content/by_slug/noch?locale=ru')).status).toBe(404);
  await world.pass(HOUR_MS);
  expect(await slugs('news_items?locale=ru')).toEqual(['noch', 'ton', 'otkrylis']);
  expect(await state()).toMatchObject({ state: 'published', next: 'take_down', next_at: until });
  await world.pass(HOUR_MS);
  expect((await read('content/by_slug/noch?locale=ru')).status).toBe(404);
  expect(await state()).toMatchObject({ state: 'archived', next: null });
  const used = await writer.send('DELETE', `${CATEGORIES}/${category.id}`);
  expect(used.error.code).toBe('order_state_conflict');
});

test('an old address leads to its text for good, and no other text can take it; a rollback is a new version', async () => {
  const id = await published('1', textOf('О нас', 'o-nas', 'Первый текст'));
  await write(id, 2, { ru: { ...textOf('О компании', 'o-kompanii', 'Второй текст'), seolink: 'kompaniya' }, en: null });
  // Drafts are not public
  expect((await read('content/by_slug/o-nas?locale=ru')).one.attributes).toMatchObject({ title: 'О нас', seolink: 'o-nas' });
  await command(id, 'publish', { revision: 3, note: 'new name' });
  expect((await read('content/by_slug/o-nas?locale=ru')).one.links).toEqual({ self: '/api/v1/content/by_slug/o-kompanii?locale=ru' });
  for (const url of ['by_slug/o-nas', 'by_slug/o-kompanii', 'by_seolink/kompaniya', 'by_seolink/o-nas'])
    expect((await read(`content/${url}?locale=ru`)).one.attributes, url).toMatchObject({
      title: 'О компании',
      slug: 'o-kompanii',
      seolink: 'kompaniya',
      body: '<p>Второй текст</p>',
      languages: { ru: { slug: 'o-kompanii', seolink: 'kompaniya' }, en: null },
    });
  const thief = await create('1');
  await write(thief, 1, { ru: textOf('О нас тоже', 'o-nas'), en: null });
  const stolen = await command(thief, 'publish', { revision: 2 });
  expect(stolen.error).toMatchObject({ code: 'invalid_format', source: { pointer: '/data/attributes/ru/slug' } });

  const racing = [await create('1'), await create('1')];
  for (const one of racing) await write(one, 1, { ru: textOf('Сразу', 'srazu'), en: null });
  const raced = await Promise.all(racing.map((one) => command(one, 'publish', { revision: 2 })));
  expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);

  const back = await command(id, 'roll_back', { revision: 3, number: 1 });
  expect(back.one.attributes).toMatchObject({ revision: 4, has_changes: true, state: 'published', ru: { title: 'О нас' } });
  expect((await command(id, 'publish', { revision: 4 })).one.attributes.shown.ru).toEqual({ slug: 'o-nas', seolink: 'o-nas' });
  const versions = await writer.send('GET', `${ITEMS}/${id}/versions`);
  expect(versions.rows.map(({ attributes: { number, note, is_shown: isShown } }) => [number, note, isShown])).toEqual([
    [3, '← 1', true],
    [2, 'new name', false],
    [1, '', false],
  ]);
  expect((await read('content/by_slug/o-kompanii?locale=ru')).one.attributes.slug).toBe('o-nas');
  const gone = await command(id, 'archive', { revision: 4 });
  expect(gone.one.attributes.state).toBe('archived');
  expect((await read('content/by_slug/o-nas?locale=ru')).status).toBe(404);
});

test('saving or publishing over another editor’s change is refused with the name; only editors do either', async () => {
  const id = await create('3');
  const both = await Promise.all([
    write(id, 1, { ru: textOf('Раз', 'raz'), en: null }),
    write(id, 1, { ru: textOf('Два', 'dva'), en: null }, {}, colleague),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const lost = both.find(({ status }) => status === 409);
  expect(lost?.error).toMatchObject({ code: 'edit_conflict', meta: { by: both[0]?.status === 200 ? 'Nina' : 'Boris', revision: 2 } });
  expect((await command(id, 'review', { revision: 2, note: 'look' })).one.attributes).toMatchObject({
    state: 'in_review',
    review_by: 'Nina',
  });
  await write(id, 2, { ru: textOf('Три', 'tri'), en: null });
  expect((await command(id, 'publish', { revision: 2 }, colleague)).error.code).toBe('edit_conflict');
  const support = await office.person('support');
  const cashier = await office.person('cashier');
  expect((await support.send('GET', ITEMS)).status).toBe(200);
  expect((await command(id, 'publish', { revision: 3 }, support)).error.code).toBe('access_denied');
  expect((await cashier.send('GET', ITEMS)).error.code).toBe('access_denied');
  const audited = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${id} order by at`,
  );
  expect(audited.slice(0, 3).map(({ action }) => action)).toEqual(['content.create', 'content.write', 'content.review']);
});

test('an invalid document is refused with the path of its node and not stored; an incomplete text is not published', async () => {
  const id = await create('3');
  const bad = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] },
    ],
  };
  const refused = await write(id, 1, { ru: { ...textOf('Да', 'da'), body: bad }, en: null });
  expect(refused.status).toBe(422);
  expect(refused.error.source).toEqual({ pointer: '/data/attributes/ru/body/content/0/content/0/marks/0/attrs/href' });
  const stranger = { type: 'image', attrs: { id: '00000000-0000-4000-8000-000000000000', alt: 'x', width: 10, height: 10 } };
  const foreign = await write(id, 1, { ru: { ...textOf('Да', 'da'), body: { type: 'doc', content: [stranger] } }, en: null });
  expect(foreign.error).toMatchObject({ code: 'invalid_format', source: { pointer: '/data/attributes/ru/body' } });
  const half = await write(id, 1, { ru: { ...textOf('', '2026'), body: { type: 'doc', content: [{ type: 'paragraph' }] } }, en: null });
  expect(half.status).toBe(200);
  expect((await command(id, 'publish', { revision: 2 })).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/ru/title' },
  });
});

test('questions are ordered and searchable; the news feed is valid XML for any text', async () => {
  const faq = await create('3');
  await write(faq, 1, { ru: textOf('Что такое memo?', 'chto-takoe-memo', 'Номер рядом с адресом'), en: null }, { sort: 2 });
  await command(faq, 'publish', { revision: 2 });
  await published('3', textOf('Сколько длится обмен?', 'skolko-dlitsya', 'Пятнадцать минут'));
  expect(await slugs('faq_questions?locale=ru')).toEqual(['skolko-dlitsya', 'chto-takoe-memo']);
  expect(await slugs(`faq_questions?locale=ru&category_id=3&q=${encodeURIComponent('мемо')}`)).toEqual([]);
  expect(await slugs('faq_questions?locale=ru&q=meme')).toEqual(['chto-takoe-memo']);
  expect((await read('faq_categories?locale=ru')).rows.map(({ attributes }) => attributes)).toMatchObject([
    { name: 'Вопросы и ответы', count: 2 },
  ]);
  await published('2', textOf('<b>]]> & "новость"', 'b-novost', '</description><script>'), null);
  await read('news_items');
  const feed = newsFeed(world.deps, 'ru');
  expect(feed).toContain('&lt;b&gt;]]&gt; &amp; &quot;новость&quot;');
  expect(feed).not.toMatch(/<script|<b>/);
  expect(feed.match(/<link>[^<]*\/news\/b-novost<\/link>/)).not.toBeNull();
});

test('a picture is re-encoded without metadata, in fixed widths, and only a stored picture is accepted in a text', async () => {
  const photo = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#446688' } })
    .withExif({ IFD0: { Artist: 'a photographer' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const encoded = new Response(form);
  const answer = await office.test.app.inject({
    method: 'POST',
    url: '/api/office/v1/content_images',
    headers: {
      cookie: `session=${writer.id}`,
      accept: 'application/vnd.api+json',
      'site-locale': 'en',
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const { data } = answer.json<{ data: { id: string; attributes: { width: number; height: number; src: string } } }>();
  expect(answer.statusCode).toBe(201);
  expect(data.attributes).toEqual({ width: 1200, height: 600, src: `/content/images/${data.id}-1200.webp` });
  const folder = `content-images/${new Date(world.deps.clock.now()).toISOString().slice(0, 10)}`;
  const storedFile = await world.deps.files.get(`${folder}/${data.id}-480.webp`);
  const { width, format, exif } = await sharp(storedFile).metadata();
  expect({ width, format, exif }).toEqual({ width: 480, format: 'webp', exif: undefined });
  const picture = { type: 'image', attrs: { id: data.id, alt: 'Офис', width: 1200, height: 600 } };
  await published('1', { ...textOf('Офис', 'ofis'), body: { type: 'doc', content: [picture] } });
  expect((await read('content/by_slug/ofis?locale=ru')).one.attributes.body).toContain(`alt="Офис" width="1200"`);
});
