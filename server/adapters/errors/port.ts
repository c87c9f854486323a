/** Receives faults (spec 8: server failures of 500 and above). Refusals are not reported. */
export interface ErrorReporter {
  /** Never throws and never blocks. `fields` are the log's fields: everything is masked before it is sent. */
  report(fields: Readonly<Record<string, unknown>>, event: string): void;
  /** Sends queued reports; gives up at the deadline. */
  close(deadlineMs: number): Promise<void>;
}
