import { Away } from '#server/platform/away.ts';

/** The world of test orders is down or only beginning: whoever asked comes again. Real orders notice nothing. */
export class SandboxAway extends Away {
  override readonly name = 'SandboxAway';
  readonly what = 'sandbox';
}
