import type { Endpoint } from '#contract/endpoint.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of uploaded files that the process holds in memory at a time. */
const TOTAL_BYTES = 128 * MEBIBYTE;
/** Shares of all guests together and of one guest address, so that operators can still upload. */
const GUESTS_BYTES = TOTAL_BYTES / 2;
const GUEST_BYTES = TOTAL_BYTES / 8;

/** `Retry-After`: an upload at a decent rate takes some seconds. */
export const UPLOAD_WAIT_SECONDS = 5;

export interface UploadBudget {
  /**
   * Allocates memory for an upload; `guest`: address of a guest. Returns the function that releases it, undefined when not enough is left.
   */
  acquire(bytes: number, guest: string | undefined): (() => void) | undefined;
}

export function createUploadBudget(): UploadBudget {
  let used = 0;
  let usedByGuests = 0;
  const byGuest = new Map<string, number>();

  function add(bytes: number, guest: string | undefined): void {
    used += bytes;
    if (guest === undefined) return;
    usedByGuests += bytes;
    const total = (byGuest.get(guest) ?? 0) + bytes;
    if (total > 0) byGuest.set(guest, total);
    else byGuest.delete(guest);
  }

  const hasRoomFor = (bytes: number, guest: string | undefined): boolean =>
    used + bytes <= TOTAL_BYTES &&
    (guest === undefined || (usedByGuests + bytes <= GUESTS_BYTES && (byGuest.get(guest) ?? 0) + bytes <= GUEST_BYTES));

  return {
    acquire(bytes, guest) {
      if (!hasRoomFor(bytes, guest)) return undefined;
      add(bytes, guest);
      let isAcquired = true;
      return () => {
        if (isAcquired) add(-bytes, guest);
        isAcquired = false;
      };
    },
  };
}

/** Bytes an upload may occupy: its declared length, at most the sum of the file limits. */
export function uploadBytes({ files }: Endpoint, contentLength: string | undefined): number {
  const maxBytes = Object.values(files ?? {}).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  return Math.min(Number(contentLength ?? maxBytes), maxBytes);
}
