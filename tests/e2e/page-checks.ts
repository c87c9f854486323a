import fs from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from './page-test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is wrong with the page as it stands, one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** How far one could scroll sideways. */
export const sidewaysOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const NAMESPACES = fs.readdirSync(path.resolve(import.meta.dirname, '../../locales/ru')).map((file) => file.replace('.json', ''));

/** Words that were never translated: keys, holes, nothing at all. Files are called as others know them. */
export const UNTRANSLATED = new RegExp(
  String.raw`\b(?:${NAMESPACES.join('|')})\.(?!xml\b|json\b|js\b|pdf\b)[a-z_]+(?:\.[a-z_]+)*\b|\{\{|\bundefined\b|\bNaN\b|\[object `,
);

/** Russian words that do not say that they are: text in Cyrillic letters below anything but `lang="ru"`. Marks are drawings; what people have typed is theirs. */
export const strayRussian = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const place = node.parentElement;
      if (place === null || place.closest('svg, script, style, [translate="no"]') !== null || !/[а-яё]/i.test(node.textContent ?? ''))
        continue;
      if (place.closest('[lang]')?.getAttribute('lang') !== 'ru') found.push(node.textContent ?? '');
    }
    return found;
  });
