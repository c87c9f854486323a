import fs from 'node:fs';
import path from 'node:path';
import globalSetup from '#tests/e2e/global.setup.ts';
import { GALLERY, screenOf } from './folder.ts';

const PAGE = (sections: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
  body { font: 16px/1.4 system-ui, sans-serif; margin: 16px; background: #e9e7e2; color: #1d2a24 }
  section { margin: 0 0 40px } h2 { position: sticky; top: 0; margin: 0; padding: 8px 0; background: #e9e7e2 }
  div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start }
  figure { margin: 0; flex: none } figcaption { font-size: 13px } img { height: 560px; object-fit: cover; object-position: top; border: 1px solid #0003 }
</style>
${sections}</html>
`;

/** All pictures in the folder, by screen. */
function writeIndex(): void {
  const pictures = fs.readdirSync(GALLERY).filter((file) => file.endsWith('.png'));
  const screens = Map.groupBy(pictures.toSorted(), (picture) => screenOf(picture).screen);
  const sections = [...screens].map(([screen, own]) => {
    const figures = own.map(
      (picture) =>
        `<figure><a href="${picture}"><img loading="lazy" alt="" src="${picture}"></a><figcaption>${screenOf(picture).view}</figcaption></figure>`,
    );
    return `<section><h2>${screen}</h2><div>${figures.join('')}</div></section>\n`;
  });
  fs.writeFileSync(path.join(GALLERY, 'index.html'), PAGE(sections.join('')));
}

// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function gallerySetup(): Promise<() => Promise<void>> {
  fs.mkdirSync(GALLERY, { recursive: true });
  const end = await globalSetup();
  return async () => {
    writeIndex();
    for (const file of fs.readdirSync(GALLERY)) if (file.startsWith('.')) fs.rmSync(path.join(GALLERY, file));
    await end();
  };
}
