/** What decides whether a failed call is reported. */
interface FailedCall {
  /** HTTP status; 0: no response. */
  readonly status: number;
  /** The error document could not be read, in part or wholly. */
  readonly unreadable: boolean;
}

/** Sends one error or message to the error-reporting service. */
export type Send = (problem: Error | string) => void;

/** Browser messages of a lost connection; spec 8: network errors and timeouts are not reported. */
const NOT_REPORTED = [/network ?error/i, /failed to fetch/i, /load failed/i, /timeout/i, /timed out/i, /abort/i];
/** Name of a thrown call failure, already passed to `reportFault`. */
const CALL_FAILURE = 'CallFailure';
/** Limit of reports per page, for errors in a loop. */
const MAX_PER_PAGE = 20;

const textOf = (problem: Error | string): string => (typeof problem === 'string' ? problem : problem.message);

/** Whether an error is reported (spec 8). */
export const isReported = (problem: Error | string): boolean =>
  !NOT_REPORTED.some((pattern) => pattern.test(textOf(problem))) && (typeof problem === 'string' || problem.name !== CALL_FAILURE);

/** Whether a response of the API is reported: a server fault, or unreadable errors (spec 8). A missing response is not. */
export const isFault = ({ status, unreadable }: FailedCall): boolean => status >= 500 || (unreadable && status !== 0);

let send: Send | undefined;
let sent = new Set<string>();

function report(problem: Error | string): void {
  const key = `${typeof problem === 'string' ? '' : problem.name}: ${textOf(problem)}`;
  if (send === undefined || !isReported(problem) || sent.has(key) || sent.size >= MAX_PER_PAGE) return;
  sent.add(key);
  send(problem);
}

/** Reports a failed call if it is a fault. Called for every failed call of the browser. */
export function reportFault(failure: FailedCall, endpoint: string): void {
  if (isFault(failure)) report(`${endpoint} was answered ${failure.status}${failure.unreadable ? ', unreadable' : ''}`);
}

/** Reports a thrown value; router responses only with a status from 500. */
export function reportThrown(thrown: unknown): void {
  if (thrown instanceof Error) return report(thrown);
  const status = typeof thrown === 'object' && thrown !== null && 'status' in thrown ? thrown.status : undefined;
  if (typeof status !== 'number') report(`thrown: ${typeof thrown === 'string' ? thrown : typeof thrown}`);
  else if (status >= 500) report(`the page answered ${status}`);
}

/** Sets the receiver of reports; undefined: none. */
export function sendReportsTo(next: Send | undefined): void {
  send = next;
  sent = new Set();
}

/**
 * Reports all errors of this page from now on to the service in `<meta name="error-reports">`.
 * `load` fetches the client of the service with the first report only.
 */
export function reportErrors(load: () => Promise<(dsn: string) => Send>): void {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="error-reports"]')?.content ?? '';
  if (dsn === '') return;
  let client: Promise<Send> | undefined;
  sendReportsTo((problem) => {
    client ??= load().then((connect) => connect(dsn));
    client.then(
      (to) => to(problem),
      // The next report tries to load it again
      () => (client = undefined),
    );
  });
  globalThis.addEventListener('error', ({ error, message }) => reportThrown(error ?? message));
  globalThis.addEventListener('unhandledrejection', ({ reason }) => reportThrown(reason));
}
