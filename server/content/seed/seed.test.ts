import { describe, expect, it } from 'vitest';
import { invalidPlaceOf } from '#core/content/document.ts';
import { contentProblems } from '#core/content/item.ts';
import { plainParagraphs, renderDocument } from '#core/content/render.ts';
import { CONTENT_VARIABLES, type ContentValues, fillText, variablesIn } from '#core/content/variables.ts';
import { LOCALES } from '#core/locale.ts';
import { seedCategories, seedTexts, unpairedFiles } from './texts.ts';

const texts = seedTexts();
const inAll = texts.flatMap((text) => LOCALES.map((locale) => ({ locale, kind: text.kind, text: text.texts[locale] })));
const variables = Object.fromEntries(CONTENT_VARIABLES.map((name) => [name, { text: `said-${name}` }])) as ContentValues;
const unsaid = Object.fromEntries(CONTENT_VARIABLES.map((name) => [name, { text: '' }])) as ContentValues;

/** Pages of the site besides the texts. */
const PAGES = ['/', '/about', '/faq', '/news', '/news/rss.xml', '/referral', '/developers', '/developers/widget'];

describe('the texts of a new shop', () => {
  it('are complete and publishable in every language', () => {
    expect(unpairedFiles()).toEqual([]);
    expect(texts.flatMap((text) => contentProblems(text.texts))).toEqual([]);
    expect(inAll.map(({ text }) => invalidPlaceOf(text.body)).filter((place) => place !== undefined)).toEqual([]);
    const count = (kind: string) => texts.filter((text) => text.kind === kind).length;
    expect([count('page'), count('news')]).toEqual([6, 3]);
    expect(count('faq')).toBeGreaterThanOrEqual(20);
    expect(inAll.filter(({ text }) => plainParagraphs(text.body).join(' ').length < 120).map(({ text }) => text.slug)).toEqual([]);
  });

  it('differ between languages and use the alphabet of their language', () => {
    const english = inAll.filter(({ locale }) => locale === 'en').map(({ text }) => JSON.stringify(text));
    expect(english.filter((text) => /[а-яё]/i.test(text))).toEqual([]);
    const russian = inAll.filter(({ locale }) => locale === 'ru');
    expect(russian.filter(({ text }) => !/[а-яё]/i.test(text.title)).map(({ text }) => text.title)).toEqual([]);
  });

  it('have existing categories and an address of their own, the same in every language', () => {
    const categories = new Set(seedCategories().map(({ slug }) => slug));
    expect(texts.filter(({ category }) => category !== null && !categories.has(category)).map(({ category }) => category)).toEqual([]);
    const slugs = texts.map((text) => text.texts.ru.slug);
    expect(slugs).toEqual(texts.map((text) => text.texts.en.slug));
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('link only to existing pages in their own language', () => {
    const known = new Set([...PAGES, ...texts.filter(({ kind }) => kind === 'page').map((text) => `/${text.texts.ru.slug}`)]);
    const wrong = inAll.flatMap(({ locale, text }) =>
      [...renderDocument(text.body).matchAll(/href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !(locale === 'en' ? href.startsWith('/en/') && known.has(href.slice(3)) : known.has(href)))
        .map((href) => `${text.slug}: ${href}`),
    );
    expect(wrong).toEqual([]);
  });

  it('use only variables that the settings define, and show no braces', () => {
    const known = new Set<string>(CONTENT_VARIABLES);
    expect(inAll.flatMap(({ text }) => variablesIn(JSON.stringify(text)).filter((name) => !known.has(name)))).toEqual([]);
    for (const values of [variables, unsaid])
      expect(inAll.filter(({ text }) => /[{}]{2}/.test(renderDocument(fillText(text, values).body))).map(({ text }) => text.slug)).toEqual(
        [],
      );
  });

  it('begin with a summary where they are long rules, and draw the steps of an exchange', () => {
    const html = (slug: string) => inAll.filter(({ text }) => text.slug === slug).map(({ text }) => renderDocument(text.body));
    const rules = ['terms', 'aml', 'privacy'].flatMap(html);
    expect(rules).toHaveLength(6);
    expect(rules.filter((text) => !/^<blockquote><ul>(?:<li>.{30,160}<\/li>){4,5}<\/ul><\/blockquote><p>/.test(text))).toEqual([]);
    expect(html('how-we-work').map((text) => /<ol class="steps".*?<\/ol>/.exec(text)?.[0].match(/<li>/g)?.length)).toEqual([6, 6]);
  });

  it('omit a line whose setting is empty, and have an answer to every question', () => {
    const contacts = texts.find((text) => text.texts.ru.slug === 'contacts');
    const of = (values: ContentValues) => (contacts === undefined ? '' : renderDocument(fillText(contacts.texts.ru, values).body));
    expect(of(variables)).toContain('Telegram: said-support_telegram');
    const mailbox = { text: 'help@shop.example', href: 'mailto:help@shop.example' };
    expect(of({ ...unsaid, support_email: mailbox })).toContain('<a href="mailto:help@shop.example">help@shop.example</a>');
    expect(of(unsaid)).not.toMatch(/Почта:|Telegram:|mailto:/);
    expect(inAll.filter(({ text }) => plainParagraphs(fillText(text, unsaid).body).length === 0).map(({ text }) => text.slug)).toEqual([]);
  });
});
