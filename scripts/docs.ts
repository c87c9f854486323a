import { writeFileSync } from 'node:fs';
import { lifecycleDocument } from '#core/lifecycle-document.ts';

/** `npm run docs`: writes the documents that are made from code. */
writeFileSync(new URL('../docs/lifecycle.md', import.meta.url), lifecycleDocument());
