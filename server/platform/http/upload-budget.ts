import type { Endpoint } from '#contract/endpoint.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of files that the process takes in at a time: they are kept in memory until their call is done. */
const TOTAL_BYTES = 128 * MEBIBYTE;
/** What guests may have of it together, so that the office goes on, and what one address of theirs may. */
const GUESTS_BYTES = TOTAL_BYTES / 2;
const GUEST_BYTES = TOTAL_BYTES / 8;

/** When to come again: an upload at a decent pace takes some seconds. */
export const UPLOAD_WAIT_SECONDS = 5;

export interface UploadBudget {
  /** Takes so many bytes for an upload, of a guest by his address; gives the function that gives them back, undefined where they are not left. */
  take(bytes: number, guest: string | undefined): (() => void) | undefined;
}

export function createUploadBudget(): UploadBudget {
  let used = 0;
  let usedByGuests = 0;
  const byGuest = new Map<string, number>();

  function add(bytes: number, guest: string | undefined): void {
    used += bytes;
    if (guest === undefined) return;
    usedByGuests += bytes;
    const now = (byGuest.get(guest) ?? 0) + bytes;
    if (now > 0) byGuest.set(guest, now);
    else byGuest.delete(guest);
  }

  const hasRoomFor = (bytes: number, guest: string | undefined): boolean =>
    used + bytes <= TOTAL_BYTES &&
    (guest === undefined || (usedByGuests + bytes <= GUESTS_BYTES && (byGuest.get(guest) ?? 0) + bytes <= GUEST_BYTES));

  return {
    take(bytes, guest) {
      if (!hasRoomFor(bytes, guest)) return undefined;
      add(bytes, guest);
      let isTaken = true;
      return () => {
        if (isTaken) add(-bytes, guest);
        isTaken = false;
      };
    },
  };
}

/** How much of an upload may be in memory at a time: what it says, or as much as it may have. */
export function uploadBytes({ files }: Endpoint, contentLength: string | undefined): number {
  const most = Object.values(files ?? {}).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  return Math.min(Number(contentLength ?? most), most);
}
