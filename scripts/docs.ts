import { writeFileSync } from 'node:fs';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { callsDocument } from '#contract/calls-document.ts';
import { lifecycleDocument } from '#core/order/lifecycle-document.ts';
import { configurationDocument } from '#server/config/configuration-document.ts';

/** `npm run docs`: writes the documents generated from code. */
writeFileSync(new URL('../docs/lifecycle.md', import.meta.url), lifecycleDocument());
writeFileSync(new URL('../docs/calls.md', import.meta.url), callsDocument(ALL_ENDPOINTS));
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationDocument());
