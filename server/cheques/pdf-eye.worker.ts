import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** What a drawn file shows. */
export interface Seen {
  /** SHA-256 of the pixels of its pages; null for blank ones, which all look alike. */
  readonly picture: Uint8Array | null;
  readonly text: string;
}

const MAX_PAGES = 5;
/** Every page is drawn to one size, whatever size it claims. */
const DRAWN = { width: 700, height: 1_000 } as const;

async function see(bytes: Uint8Array): Promise<Seen> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const hash = createHash('sha256');
  let isBlank = true;
  let text = '';
  for (let index = 0; index < Math.min(MAX_PAGES, document.getPageCount()); index++) {
    // A drawn page is closed: its text is read first
    text += ` ${document.getPage(index).getText()}`;
    const image = await document.getPage(index).render({ ...DRAWN, render: 'bitmap' });
    hash.update(image.data);
    isBlank &&= image.data.every((value, at) => value === image.data[at % 4]);
  }
  return { picture: isBlank ? null : hash.digest(), text };
}

parentPort?.postMessage(await see(workerData as Uint8Array)); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
