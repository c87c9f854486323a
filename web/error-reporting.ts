/** Browser messages of a lost connection; spec 8: network errors and timeouts are not reported. */
const NOT_REPORTED = [/network ?error/i, /failed to fetch/i, /load failed/i, /timeout/i, /timed out/i, /abort/i];

/** Whether an error with this message belongs into a report (spec 8). */
export const isReported = (message: string): boolean => !NOT_REPORTED.some((pattern) => pattern.test(message));

/** Starts error reporting when there is somewhere to report to. The client is loaded after the page, never with it. */
export function reportErrors(dsn: string | undefined): void {
  if (dsn === undefined || dsn === '') return;
  const start = async () => {
    const { init } = await import('@sentry/react');
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
