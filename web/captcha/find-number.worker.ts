import { findNumber, type Puzzle } from './find-number.ts';

/** The work of a puzzle beside the page, so that the page stays alive meanwhile. */
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  const answer: (message: number | null) => void = postMessage;
  answer(findNumber(data));
});
