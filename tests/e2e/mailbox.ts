import { expect, type Page } from './page-test.ts';

/** The link that starts with `start` (such as `/activate?token=`) in the newest e-mail to this address. The server sends e-mails in the background. */
export async function mailedLink(page: Page, to: string, start: string): Promise<string> {
  const { request } = page.context();
  const isTo = (text: string): boolean => text.includes(`<small>${to.toLowerCase()} `);
  const find = async (): Promise<string> => {
    const list = await (await request.get('/dev/mail')).text();
    const emails = list.split('<li>').filter(isTo);
    for (const email of emails) {
      // oxlint-disable-next-line no-await-in-loop -- polls until an e-mail contains it
      const text = await (await request.get(/href="([^"]+)"/.exec(email)?.[1] ?? '/dev/mail')).text();
      const found = new RegExp(`((?:/en)?${start.replaceAll('?', String.raw`\?`)}[\\w-]+)`).exec(text)?.[1];
      if (found !== undefined) return found;
    }
    return '';
  };
  await expect.poll(find).not.toBe('');
  return await find();
}

/** Opens an activation link and presses the button of its page. */
export async function activateBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/[?&]confirmed=1/);
}
