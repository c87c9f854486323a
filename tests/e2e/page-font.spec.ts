import { expect, test } from './page-test.ts';

test("a visitor's first page uses our font, the rouble sign included", async ({ page }) => {
  await page.goto('/');
  await page
    .locator('main')
    .getByText('₽')
    .first()
    .evaluate((element) => element.setAttribute('data-sum', ''));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const fontsOfSum = async () => {
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-sum]' });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? 'ours' : familyName));
  };
  await expect.poll(async () => [...new Set(await fontsOfSum())]).toEqual(['ours']);
});
