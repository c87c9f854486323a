import fs from 'node:fs';
import path from 'node:path';
import axe, { type RunOptions } from 'axe-core';
import type { Frame, Page } from '@playwright/test';

const RULES = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  iframes: false,
} satisfies RunOptions;

/**
 * Accessibility violations of the page as shown, one line each, frame by frame; `within` limits the check to a part. The rules run in the
 * page, because the runner's builder opens another page and takes five times as long.
 */
export async function violationsOf(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) found.push(...(await violationsIn(frame, within)));
  return found;
}

async function violationsIn(frame: Frame, within: string | undefined): Promise<string[]> {
  if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source);
  return frame.evaluate(
    async ({ rules, part }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, rules);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    },
    { rules: RULES, part: within },
  );
}

/** Pixels that the page can scroll horizontally. */
export const sidewaysOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const NAMESPACES = fs.readdirSync(path.resolve(import.meta.dirname, '../../locales/ru')).map((file) => file.replace('.json', ''));

/** Texts that were not translated: keys, placeholders, empty texts. File names are allowed. */
const UNTRANSLATED = new RegExp(
  String.raw`\b(?:${NAMESPACES.join('|')})\.(?!xml\b|json\b|js\b|pdf\b)[a-z_]+(?:\.[a-z_]+)*\b|\{\{|\bundefined\b|\bNaN\b|\[object `,
);

/** The first untranslated text of ours, in the title or visible on the page; null when there is none. User input is excluded. */
export async function untranslatedOf(page: Page): Promise<string | null> {
  const seen = await page.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const place = node.parentElement;
      if (place?.checkVisibility() === true && place.closest('script, style, [translate="no"]') === null)
        words.push(node.textContent ?? '');
    }
    return words.join('\n');
  });
  return UNTRANSLATED.exec(`${await page.title()}\n${seen}`)?.[0] ?? null;
}

/** Russian text without `lang="ru"` on an ancestor. Icons and user input are excluded. */
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

/**
 * Controls that the support link covers at some scroll position, so they cannot be clicked. Controls that scroll sideways or are in a
 * dialog do not count: they can be moved.
 */
export const underSupport = (page: Page) =>
  page.evaluate(() => {
    const tab = document.querySelector('body > aside > a.fixed')?.getBoundingClientRect();
    if (tab === undefined || tab.width === 0) return [];
    const moves = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || moves(element.parentElement));
    return [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary, label)')].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isUnder = width > 0 && right > tab.left + 1 && left < tab.right && element.checkVisibility();
      if (!isUnder || element.closest('dialog, [role=dialog]') !== null || moves(element.parentElement)) return [];
      const elementName = element.getAttribute('name') ?? element.textContent?.trim().slice(0, 40) ?? '';
      return [`${element.tagName.toLowerCase()} ${elementName}: ${Math.round(right - tab.left)} px under the way to support`];
    });
  });
