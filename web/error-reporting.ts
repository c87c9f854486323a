import type { Failure } from '#contract/call.ts';
import { ifArrived } from './shell/late-parts.ts';

/** Browser messages of a lost connection; spec 8: network errors and timeouts are not reported. */
const NOT_REPORTED = [/network ?error/i, /failed to fetch/i, /load failed/i, /timeout/i, /timed out/i, /abort/i];

/** Whether an error with this message belongs into a report (spec 8). */
export const isReported = (message: string): boolean => !NOT_REPORTED.some((pattern) => pattern.test(message));

let capture: ((message: string) => void) | undefined;

/** Whether an answer of the API belongs into a report: a fault of the server, or a document whose errors were lost (spec 8). Nobody answering does not. */
export const isFault = (failure: Pick<Failure, 'status' | 'unreadable'>): boolean =>
  failure.status >= 500 || (failure.unreadable && failure.status !== 0);

/** Reports what a call has failed with, where it is a fault. Every call of the browser passes here (`web/api`). */
export function reportFault(failure: Pick<Failure, 'status' | 'unreadable'>): void {
  if (isFault(failure)) capture?.(`the API answered ${failure.status}${failure.unreadable ? ', unreadable' : ''}`);
}

/** Who hears of faults from now on; undefined: nobody. */
export function tellOfFaults(listener: ((message: string) => void) | undefined): void {
  capture = listener;
}

/** Starts error reporting when there is somewhere to report to. The client is loaded after the page, never with it. */
export function reportErrors(dsn: string | undefined): void {
  if (dsn === undefined || dsn === '') return;
  const start = async () => {
    const client = await ifArrived(() => import('@sentry/react'));
    if (client === undefined) return;
    const { captureMessage, init } = client;
    tellOfFaults((message) => void captureMessage(message, 'error'));
    init({
      dsn,
      beforeSend: (event) => {
        const message = event.exception?.values?.[0]?.value ?? event.message ?? '';
        return isReported(message) ? event : null;
      },
    });
  };
  globalThis.addEventListener('load', () => void start(), { once: true });
}
