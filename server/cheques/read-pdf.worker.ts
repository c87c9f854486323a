import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Content of a rendered PDF. */
export interface PdfContent {
  /** SHA-256 of the pages' pixels; null for blank pages, which all look alike. */
  readonly picture: Uint8Array | null;
  readonly text: string;
}

const MAX_PAGES = 5;
/** Every page is rendered at this size, whatever size it claims. */
const RENDER_SIZE = { width: 700, height: 1_000 } as const;

async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const hash = createHash('sha256');
  let isBlank = true;
  let text = '';
  for (let index = 0; index < Math.min(MAX_PAGES, document.getPageCount()); index++) {
    // Rendering closes the page: its text is read first
    text += ` ${document.getPage(index).getText()}`;
    const image = await document.getPage(index).render({ ...RENDER_SIZE, render: 'bitmap' });
    hash.update(image.data);
    isBlank &&= image.data.every((value, at) => value === image.data[at % 4]);
  }
  return { picture: isBlank ? null : hash.digest(), text };
}

parentPort?.postMessage(await readPdf(workerData as Uint8Array)); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
