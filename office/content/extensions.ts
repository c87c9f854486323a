import Image from '@tiptap/extension-image';
import type { Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { isAllowedHref } from '#core/content/document.ts';
import { imagePath, imageWidths } from '#core/content/render.ts';

/** An uploaded image by its id; images of other sites in pasted pages are dropped. */
const OwnImage = Image.extend({
  addAttributes() {
    return {
      id: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('data-id') },
      alt: { default: '' },
      width: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('width')) },
      height: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('height')) },
    };
  },
  parseHTML() {
    return [{ tag: 'img[data-id]' }];
  },
  renderHTML({ node }) {
    const { id, alt, width, height } = node.attrs as { id: string; alt: string; width: number; height: number };
    const shown = imagePath(id, imageWidths(width)[0] ?? width);
    return ['img', { 'data-id': id, src: shown, alt, width, height }];
  },
});

/** The elements of `core/content/document.ts`; pasted content is reduced to them. */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (url) => isAllowedHref(url),
    },
  }),
  OwnImage,
];
