/** What of a failed call decides whether it is reported. */
interface FailedCall {
  /** 0 when nothing answered. */
  readonly status: number;
  /** The error document was lost, in part or wholly. */
  readonly unreadable: boolean;
}

/** Takes one error or message to the error-reporting service. */
export type Send = (problem: Error | string) => void;

/** Browser messages of a lost connection; spec 8: network errors and timeouts are not reported. */
const NOT_REPORTED = [/network ?error/i, /failed to fetch/i, /load failed/i, /timeout/i, /timed out/i, /abort/i];
/** A failed call that was thrown: `reportFault` has seen it already. */
const CALL_FAILURE = 'CallFailure';
/** One page reports no more than this: an error in a loop is one error. */
const MAX_PER_PAGE = 20;

const textOf = (problem: Error | string): string => (typeof problem === 'string' ? problem : problem.message);

/** Whether an error belongs into a report (spec 8). */
export const isReported = (problem: Error | string): boolean =>
  !NOT_REPORTED.some((pattern) => pattern.test(textOf(problem))) && (typeof problem === 'string' || problem.name !== CALL_FAILURE);

/** Whether an answer of the API belongs into a report: a server fault, or a document whose errors were lost (spec 8). No answer at all does not. */
export const isFault = ({ status, unreadable }: FailedCall): boolean => status >= 500 || (unreadable && status !== 0);

let send: Send | undefined;
let sent = new Set<string>();

function report(problem: Error | string): void {
  const key = `${typeof problem === 'string' ? '' : problem.name}: ${textOf(problem)}`;
  if (send === undefined || !isReported(problem) || sent.has(key) || sent.size >= MAX_PER_PAGE) return;
  sent.add(key);
  send(problem);
}

/** Reports a failed call where it is a fault. Every call of the browser passes here. */
export function reportFault(failure: FailedCall, endpoint: string): void {
  if (isFault(failure)) report(`${endpoint} was answered ${failure.status}${failure.unreadable ? ', unreadable' : ''}`);
}

/** Reports what was thrown, also by the router: its answers with a status are faults from 500 on. */
export function reportThrown(thrown: unknown): void {
  if (thrown instanceof Error) return report(thrown);
  const status = typeof thrown === 'object' && thrown !== null && 'status' in thrown ? thrown.status : undefined;
  if (typeof status !== 'number') report(`thrown: ${typeof thrown === 'string' ? thrown : typeof thrown}`);
  else if (status >= 500) report(`the page answered ${status}`);
}

/** Where reports go from now on; undefined: nowhere. */
export function sendReportsTo(next: Send | undefined): void {
  send = next;
  sent = new Set();
}

/**
 * Listens for errors of this page from now on and reports them to the service of the page's `<meta name="error-reports">`.
 * The client of the service is loaded by `load` with the first report: a page without faults never fetches it.
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
