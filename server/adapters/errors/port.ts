/** Where faults are reported (spec 8: server failures of 500 and above). Refusals never come here. */
export interface ErrorReporter {
  /** Never throws and never waits. `fields` are the log's fields: everything is masked before it leaves. */
  report(fields: Readonly<Record<string, unknown>>, event: string): void;
  /** Sends what is waiting; gives up at the deadline. */
  close(deadlineMs: number): Promise<void>;
}
