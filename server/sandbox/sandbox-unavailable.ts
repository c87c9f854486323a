import { Unavailable } from '#server/platform/errors.ts';

/** The sandbox process is down or starting: the client is asked to retry. Real orders are not affected. */
export class SandboxUnavailable extends Unavailable {
  override readonly name = 'SandboxUnavailable';
  readonly what = 'sandbox';
}
