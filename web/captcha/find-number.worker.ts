import { findNumber, type Puzzle } from './find-number.ts';

/** Solves a puzzle in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  const postNumber: (message: number | null) => void = postMessage;
  postNumber(findNumber(data));
});
